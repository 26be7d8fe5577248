#include <Common/HtmlPage.h>

#include <cstdio>

namespace SPHSolids::Tools
{
namespace
{

constexpr const char* PageStyle = R"(
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:#f6f7f9;color:#27303b}
main{max-width:1180px;margin:0 auto;padding:24px}
h1{margin:0 0 4px;font-size:28px}h2{margin:32px 0 8px;font-size:19px}
p.soft,td.soft,th{color:#5d6875}
.facts{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}
.fact{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:10px 16px}
.fact b{display:block;font-size:21px}
video,.strip img{width:100%;border-radius:8px;display:block}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:10px}
figure{margin:0}figcaption{color:#5d6875;font-size:13px}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(480px,1fr));gap:14px}
.plot{background:#fff;border:1px solid #e2e6eb;border-radius:8px;width:100%}
table{border-collapse:collapse;background:#fff;border:1px solid #e2e6eb}
td,th{padding:5px 12px;text-align:right;border-bottom:1px solid #eef0f3;font-weight:normal}
td:first-child,th:first-child{text-align:left}
.scroll{overflow-x:auto}
li.issue{margin:6px 0}code,pre{font:13px ui-monospace,monospace}
pre{background:#fff;border:1px solid #e2e6eb;border-radius:8px;padding:12px;overflow:auto;max-height:480px}
)";

}

std::string MakeHtmlPage(const std::string& title, const std::string& content)
{
	return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>"
		+ EscapeHtml(title) + "</title><style>" + PageStyle + "</style></head><body><main><h1>" + EscapeHtml(title) + "</h1>" + content
		+ "</main></body></html>\n";
}

std::string HtmlFact(const std::string& value, const std::string& what)
{
	return "<div class=\"fact\"><b>" + EscapeHtml(value) + "</b>" + EscapeHtml(what) + "</div>";
}

std::string HtmlTable(const std::vector<std::vector<std::string>>& rows)
{
	std::string html = "<div class=\"scroll\"><table>";
	for (std::size_t row = 0; row < rows.size(); ++row)
	{
		const std::string tag = row == 0 ? "th>" : "td>";
		html += "<tr>";
		for (const std::string& cell : rows[row])
			html.append("<").append(tag).append(EscapeHtml(cell)).append("</").append(tag);
		html += "</tr>";
	}
	return html + "</table></div>";
}

std::string Base64(std::span<const std::uint8_t> bytes)
{
	constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string text;
	text.reserve((bytes.size() + 2) / 3 * 4);
	for (std::size_t k = 0; k < bytes.size(); k += 3)
	{
		const auto byteAt = [&](std::size_t place) { return place < bytes.size() ? std::uint32_t(bytes[place]) : 0u; };
		const std::uint32_t triple = (byteAt(k) << 16) | (byteAt(k + 1) << 8) | byteAt(k + 2);
		text += digits[triple >> 18];
		text += digits[(triple >> 12) & 63];
		text += k + 1 < bytes.size() ? digits[(triple >> 6) & 63] : '=';
		text += k + 2 < bytes.size() ? digits[triple & 63] : '=';
	}
	return text;
}

std::string ShortNumber(double value)
{
	char text[32];
	std::snprintf(text, sizeof text, "%.4g", value);
	return text;
}

}
