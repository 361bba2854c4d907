"""(component, its stock) -> the product of a print service that it is: as the game says, or by the trim size."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.geometry import Size
from pawprint.core.length import Length, mm
from pawprint.core.registry import suggest
from pawprint.export.services.presets import PDF, Service, ServiceProduct, product_for

if TYPE_CHECKING:
    from pawprint.catalog.model import Component
    from pawprint.core.diagnostics import Findings
    from pawprint.faces.stocks import Stock

#: In `products` of a component: this service does not make it.
NONE = "none"
#: Sizes in inches and in millimetres are the same size if they differ by less.
_SAME = mm(0.1)
#: By so much a piece in a picture may differ from the product that the game names: its art keeps its size.
_NEAR = mm(1)
#: How many products a finding names.
_NEAREST = 3


class ProductFit(NamedTuple):
    """A product, and how a piece lies on it.

    Attributes:
        turned: the piece lies on its side.
    """

    product: ServiceProduct
    turned: bool

    @property
    def trim(self) -> Size | None:
        """The size of the product, as the piece lies on it."""
        trim = self.product.trim
        return trim.turned() if trim and self.turned else trim


def fit_of(service: Service, component: Component, stock: Stock, findings: Findings) -> ProductFit | None:
    """The product that *component* is; None if the service makes no such thing, or after a finding."""
    named = component.products.get(service.name)
    if named == NONE:
        return None
    if named is not None:
        return _named(service, component, stock, named, findings)
    if service.any_size:
        return None if stock.stand else ProductFit(product_for(service, stock), False)
    candidates = [product for product in service.products.values() if product.kind != "other"]
    found = [
        fit
        for product in candidates
        if not stock.stand and product.cuts(stock.outline, stock.trim)
        if (fit := _fit(product, stock.trim, _SAME, service.form != PDF)) is not None
    ]
    if found:
        return min(found, key=lambda fit: fit.product.kind != component.kind)  # the first one of its kind
    if all(product.kind != component.kind for product in candidates):
        return None  # a service for cards makes no tokens, whatever their size
    findings.add(
        "no-product",
        f"{service.title} makes nothing of the size of component '{component.name}', {_size(stock)}",
        component.span("stock"),
        f"{_nearest(service, stock)}: take a stock of that size, or write products: {{{service.name}: NAME}} "
        f"with the name of a product, or {NONE}",
    )
    return None


def reason_left_out(service: Service, component: Component) -> str:
    """Why there is no product for *component*, where that is not a fault; empty where `fit_of` reports it."""
    named = component.products.get(service.name)
    if named == NONE:
        return f"its products say {service.name}: {NONE}"
    if named is not None:
        return ""
    if service.any_size:
        return f"{service.title} makes nothing that stands"
    made = {product.kind for product in service.products.values()}
    return f"{service.title} makes no {component.kind}" if component.kind not in made else ""


def _named(service: Service, component: Component, stock: Stock, name: str, findings: Findings) -> ProductFit | None:
    """The fit of the product that the game names; None after a finding."""
    at = component.span("products", service.name)
    product = service.products.get(name)
    if product is None:
        help = suggest(name, service.products, "products are")
        findings.add("unknown-product", f"{service.title} has no product '{name}'", at, help)
        return None
    fit = None
    if product.trim is not None and not stock.stand and product.cuts(stock.outline, stock.trim):
        fit = _fit(product, stock.trim, _tolerance(service), service.form != PDF)
    if fit is None:
        findings.add(
            "no-product",
            f"component '{component.name}' is {_size(stock)}, and {name} of {service.title} is {_shape(product)}",
            at,
            f"{_nearest(service, stock)}: name one that differs by {_tolerance(service)} at most, or write {NONE}",
        )
    return fit


def _tolerance(service: Service) -> Length:
    """By how much a product that is named may differ; the pages of a PDF file have exactly the size of the piece."""
    return _SAME if service.form == PDF else _NEAR


def _fit(product: ServiceProduct, trim: Size, most: Length, turns: bool) -> ProductFit | None:
    """How a piece of size *trim* lies on the product, if no side differs by more than *most*.

    Args:
        turns: it may lie on its side.
    """
    if product.trim is None:
        return None
    for turned in (False, True) if turns else (False,):
        if _difference(product.trim.turned() if turned else product.trim, trim) <= most:
            return ProductFit(product, turned)
    return None


def _difference(one: Size, other: Size) -> Length:
    across, down = (abs(a.grains - b.grains) for a, b in zip(one, other, strict=True))
    return Length(max(across, down))


def _nearest(service: Service, stock: Stock) -> str:
    """The nearest products in words; those of the same shape before all others."""
    sized = [product for product in service.products.values() if product.trim is not None and product.kind != "other"]
    alike = [product for product in sized if product.cuts(stock.outline, stock.trim)] or sized

    def distance(product: ServiceProduct) -> Length:
        trim = product.trim
        return min(_difference(one, stock.trim) for one in (trim, trim.turned())) if trim else Length(0)

    nearest = sorted(alike, key=distance)[:_NEAREST]
    if not nearest:
        return f"{service.title} has no products with a size"
    words = ", ".join(f"{product.name} ({product.size})" for product in nearest)
    return f"the nearest {'are' if len(nearest) > 1 else 'is'} {words}"


def _size(stock: Stock) -> str:
    if stock.stand:
        return f"a strip of {stock.cut} to be folded"
    if stock.outline.is_disc(stock.trim):
        return f"a disc of {stock.trim.width}"
    return f"{stock.trim}" if stock.outline.is_rectangle(stock.trim) else f"{stock.trim}, and no rectangle"


def _shape(product: ServiceProduct) -> str:
    if product.trim is None:
        return "a flat sheet that has no size of its own"
    return (
        product.size
        if product.outline == "rectangle"
        else f"{product.size}, a {product.outline}".replace("a other", "of another shape")
    )
