//! Systems of linear equations.

/// Solves a linear system by elimination. The matrix is positive definite, so no pivot is zero.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut numbers: Vec<f64>) -> Vec<f64> {
    let size = numbers.len();
    for pivot in 0..size {
        let (upper, lower) = matrix.split_at_mut(pivot + 1);
        let row = &upper[pivot];
        for (below, values) in lower.iter_mut().enumerate() {
            let factor = values[pivot] / row[pivot];
            if factor != 0.0 {
                values[pivot..].iter_mut().zip(&row[pivot..]).for_each(|(value, above)| *value -= factor * above);
                numbers[pivot + 1 + below] -= factor * numbers[pivot];
            }
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| matrix[pivot][column] * numbers[column]).sum();
        numbers[pivot] = (numbers[pivot] - known) / matrix[pivot][pivot];
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_solves_the_equations() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, -1.0], vec![0.0, -1.0, 2.0]];
        let found = solve(matrix.clone(), vec![6.0, 4.0, 4.0]);
        let product = matrix.iter().map(|row| row.iter().zip(&found).map(|(one, two)| one * two).sum::<f64>());
        assert!(product.zip([6.0, 4.0, 4.0]).all(|(one, two)| (one - two).abs() < 1e-12), "{found:?}");
    }
}
