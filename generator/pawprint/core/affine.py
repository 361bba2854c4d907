"""Affine transformations as six numbers: products, inverses and what they preserve."""

import math

#: a b c d e f, mapping (x, y) to (a x + c y + e, b x + d y + f), as SVG and PDF both write it.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

#: The bound of every number of a drawing, written or computed; PDF viewers cannot place larger ones.
LIMIT = 1e6


class CoordinateOverflow(ArithmeticError):
    """A transformation leads beyond `LIMIT`."""


def matrix_product(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies *inner* first, then *outer*.

    Raises:
        CoordinateOverflow: a part of it reaches `LIMIT`.
    """
    if inner == IDENTITY:
        return outer
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    product = (
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * t + c * u + e,
        b * t + d * u + f,
    )
    if max(product) >= LIMIT or min(product) <= -LIMIT:
        raise CoordinateOverflow
    return product


def determinant(matrix: Matrix) -> float:
    """The factor by which *matrix* enlarges areas; negative if it mirrors."""
    return matrix[0] * matrix[3] - matrix[1] * matrix[2]


def is_singular(matrix: Matrix) -> bool:
    """True if *matrix* maps the plane to a line or a point, so that nothing is visible."""
    return abs(determinant(matrix)) < 1e-12


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of *matrix*, which must not be singular."""
    a, b, c, d, e, f = matrix
    by = determinant(matrix)
    return (d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by)


def is_similarity(matrix: Matrix) -> bool:
    """True if circles stay circles: a translation, rotation, reflection or uniform scaling."""
    a, b, c, d, _, _ = matrix
    slack = 1e-6 * max(abs(a), abs(b), abs(c), abs(d))
    same = abs(a - d) <= slack and abs(b + c) <= slack
    return same or (abs(a + d) <= slack and abs(b - c) <= slack)


def without_scale(matrix: Matrix) -> Matrix:
    """*matrix* divided by its mean scale, rounded: the part that cannot be baked into a stroke or a radial gradient.

    Coordinates before and after the result have about the same size, so that rounding them costs the same precision
    on either side.

    Raises:
        CoordinateOverflow: the scales of the two directions differ by a factor of a million.
    """
    by = math.sqrt(abs(determinant(matrix)))
    a, b, c, d = (round(part / by, 6) + 0.0 for part in matrix[:4])
    result = (a, b, c, d, rounded(matrix[4]), rounded(matrix[5]))
    if is_singular(result):
        raise CoordinateOverflow
    return result


def rounded(number: float) -> float:
    """*number* to 3 decimals, never -0.0."""
    # Three times as fast as round(number, 3), and the very float that a text such as 1.234 reads as.
    return round(number * 1000) / 1000
