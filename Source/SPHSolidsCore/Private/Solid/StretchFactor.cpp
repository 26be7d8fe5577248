#include "StretchFactor.h"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <vector>

namespace SPHSolids
{

struct StretchFactor::Data
{
	Eigen::SimplicialLLT<Eigen::SparseMatrix<float>> factor;
	std::vector<std::uint8_t> held;
	Eigen::VectorXf right[3], solution[3];
};

namespace
{

/// One row of A0 at a time: only i's that r is a neighbour of, or r itself, couple row r with others.
class StretchRows
{
public:
	explicit StretchRows(const ConstantOperator& source)
		: op(source)
		, values(source.rest->particleCount)
	{
		for (std::size_t i = 0; i < values.size(); ++i)
			inner.push_back(source.InnerMatrix(i));
	}

	/// Calls visit(column, value) for the entries of row r right of the diagonal and on it, columns ascending.
	template <class Visit>
	void ForRow(std::size_t r, Visit&& visit)
	{
		if (op.IsHeld(r))
		{
			visit(r, 1.0);
			return;
		}
		Add(r, static_cast<double>(op.massOverStepSquared[r]));
		AddProduct(r, op.OwnOffset(r));
		op.ForEachNeighbour(r,
			[&](std::size_t i, const Vec3d& u, double laplacian)
			{
				AddProduct(i, -u); // what r is to i is the opposite of what i is to r
				Add(r, laplacian);
				Add(i, -laplacian);
			});
		std::sort(touched.begin(), touched.end());
		for (const std::size_t c : touched)
		{
			if (c >= r && !op.IsHeld(c))
				visit(c, values[c]);
			values[c] = 0;
		}
		touched.clear();
	}

private:
	/// Adds u^T B_i U_i to the row.
	void AddProduct(std::size_t i, const Vec3d& u)
	{
		const Vec3d row = inner[i] * u;
		Add(i, Dot(row, op.OwnOffset(i)));
		op.ForEachNeighbour(i, [&](std::size_t c, const Vec3d& column, double) { Add(c, Dot(row, column)); });
	}
	void Add(std::size_t c, double value)
	{
		if (values[c] == 0)
			touched.push_back(c);
		values[c] += value == 0 ? 1e-300 : value; // marks the place as touched
	}

	const ConstantOperator& op;
	std::vector<Mat3d> inner;
	std::vector<double> values;
	std::vector<std::size_t> touched;
};

}

StretchFactor::StretchFactor()
	: data(std::make_unique<Data>())
{
}

StretchFactor::~StretchFactor() = default;

Result<std::unique_ptr<StretchFactor>> StretchFactor::Build(const ConstantOperator& source)
{
	const std::size_t count = source.rest->particleCount;
	auto result = std::make_unique<StretchFactor>();
	result->data->held.assign(source.held.begin(), source.held.end());
	result->data->held.resize(count);

	std::vector<int> first(1, 0), rows;
	std::vector<float> values;
	StretchRows matrix(source);
	for (std::size_t r = 0; r < count; ++r) // row r of the upper triangle is column r of the lower
	{
		matrix.ForRow(r,
			[&](std::size_t c, double value)
			{
				rows.push_back(static_cast<int>(c));
				values.push_back(static_cast<float>(value));
			});
		first.push_back(static_cast<int>(rows.size()));
	}
	const Eigen::Index size = static_cast<Eigen::Index>(count);
	const Eigen::Map<const Eigen::SparseMatrix<float>> lower(
		size, size, static_cast<Eigen::Index>(rows.size()), first.data(), rows.data(), values.data());
	result->data->factor.compute(lower);
	if (result->data->factor.info() != Eigen::Success)
		return Error{"The body's stretch stiffness is not positive definite; check masses, moduli and the time step."};
	for (int axis = 0; axis < 3; ++axis)
		result->data->right[axis].resize(size);
	return result;
}

void StretchFactor::Solve(std::span<const Vec3> b, TaskRunner& tasks, std::span<Vec3> x)
{
	const auto solveAxis = [&](std::size_t begin, std::size_t end)
	{
		for (std::size_t axis = begin; axis < end; ++axis)
		{
			const int k = static_cast<int>(axis);
			for (std::size_t i = 0; i < b.size(); ++i)
				data->right[axis][static_cast<Eigen::Index>(i)] = data->held[i] != 0 ? 0.0f : b[i][k];
			data->solution[axis] = data->factor.solve(data->right[axis]);
			for (std::size_t i = 0; i < b.size(); ++i)
				x[i][k] = data->solution[axis][static_cast<Eigen::Index>(i)];
		}
	};
	ParallelFor(tasks, 3, 1, solveAxis);
}

std::size_t StretchFactor::Bytes() const
{
	const auto entries = static_cast<std::size_t>(data->factor.matrixL().nestedExpression().nonZeros());
	return entries * (sizeof(float) + sizeof(int)) + data->held.size() * (6 * sizeof(float) + 3 * sizeof(int) + 1);
}

}
