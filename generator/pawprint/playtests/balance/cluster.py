"""Games on several machines: the same pool of workers, but on a Dask cluster (extra `pawprint[cluster]`)."""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from importlib.util import find_spec
from typing import Any

from pawprint import __version__
from pawprint.play.simulation import PairedConfig, PoolError, S, Work, WorkerPool, rules_of

#: The address of a cluster on this machine alone.
LOCAL = "local"
#: A share of the games is played again so often if the worker that has it is lost.
_RETRIES = 5
#: Seconds until a scheduler has to answer.
_PATIENCE = "10s"


class ClusterError(PoolError):
    """A cluster cannot be used; the message gives the reason."""


class ClusterPool(WorkerPool):
    """A pool whose workers are those of a Dask cluster.

    Raises:
        ClusterError: Dask is not installed, or no scheduler answers, or it has no workers.
    """

    def __init__(self, address: str, workers: int) -> None:
        if find_spec("distributed") is None:
            raise ClusterError("Dask is not installed; install it with: pip install 'pawprint[cluster]'")
        import distributed

        dask: Any = distributed  # it has no types

        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # lost workers are no reason to worry
        self._cluster: Any = None
        try:
            if address == LOCAL:
                self._cluster = dask.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            self.client: Any = dask.Client(self._cluster or address, timeout=_PATIENCE)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler answers at '{address}': {error}") from None
        threads: int = sum(self.client.nthreads().values())
        super().__init__(threads)
        if not threads:
            self.__exit__()
            raise ClusterError(f"the scheduler at '{address}' has no workers; start some with: dask worker {address}")

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self._cluster is not None:
            self._cluster.close()

    def _each(self, work: Work[S], shares: list[tuple[int, Any, range]]) -> Iterator[tuple[int, S]]:
        from distributed import KilledWorker

        try:
            yield from super()._each(work, shares)
        except KilledWorker:
            raise ClusterError("workers are lost again and again; look at what they say") from None

    def _start(self) -> Executor:
        executor: Executor = self.client.get_executor(pure=False, retries=_RETRIES)
        return executor

    def _sent(self, work: Work[S], configs: Sequence[Any]) -> Work[S]:
        """*work* that verifies first that the worker has the same version and the same cards."""
        digests = {config: _digests(config) for config in dict.fromkeys(configs)}
        return partial(_checked, work, __version__, digests)


def _digests(config: Any) -> tuple[str, ...]:
    """What the games of *config* depend on: the digest of the rules, or of both in a comparison."""
    return tuple(rules_of(one).rules_hash() for one in (config if isinstance(config, PairedConfig) else (config,)))


def _checked(work: Work[S], version: str, digests: dict[Any, tuple[str, ...]], config: Any, numbers: range) -> S:
    """Play on a worker.

    Raises:
        ClusterError: the worker would play another game.
    """
    if version != __version__:
        raise ClusterError(f"a worker has Pawprint {__version__}, and not {version}")
    if _digests(config) != digests[config]:
        raise ClusterError("a worker has other cards: let all machines read the same catalog")
    return work(config, numbers)
