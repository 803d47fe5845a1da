"""Figures for Prometheus, at GET /metrics beside the health endpoint."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.store import Store

REGISTRY = CollectorRegistry()
_QUICK = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)

ORDERS = Counter("adjutant_orders", "Orders by what became of them", ["outcome"], registry=REGISTRY)
ORDER_SECONDS = Histogram(
    "adjutant_order_seconds", "From an order to its being stored", registry=REGISTRY, buckets=_QUICK
)
PICTURE_SECONDS = Histogram(
    "adjutant_picture_seconds", "Pictures and odds, waiting included", ["what"], registry=REGISTRY, buckets=_SLOW
)
SENT = Counter("adjutant_messages", "Messages of the outbox by what became of them", ["outcome"], registry=REGISTRY)
_OUTBOX = Gauge("adjutant_outbox_messages", "Messages of the outbox by state", ["state"], registry=REGISTRY)
_OUTBOX_AGE = Gauge("adjutant_outbox_age_seconds", "Age of the oldest message that waits", registry=REGISTRY)
_GAMES = Gauge("adjutant_games", "Games by state", ["state"], registry=REGISTRY)
_SHARES = Gauge("adjutant_shares", "Shares of the games that this process works for", registry=REGISTRY)


async def measured(stores: Sequence[Store]) -> bytes:
    """All figures as Prometheus reads them. stores: those of this process's shares of the games."""
    _SHARES.set(len(stores))
    messages, ages = dict[str, int](), [0.0]
    for store in stores:
        for state, number in (await store.outbox.counts()).items():
            messages[state] = messages.get(state, 0) + number
        ages.append(await store.outbox.age())
    for state in ("waiting", "sending", "dead"):
        _OUTBOX.labels(state).set(messages.get(state, 0))
    _OUTBOX_AGE.set(max(ages))
    for state, number in (await stores[0].counts()).items() if stores else ():
        _GAMES.labels(state).set(number)
    return generate_latest(REGISTRY)
