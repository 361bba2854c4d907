"""Games on a Dask cluster: the same sums as in one process, also if a worker is killed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pawprint.games.engines import ENGINES
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.simulation import PairedConfig, PairedSums, WorkerPool, play_games, play_pairs
from pawprint.play.simulation_config import SimulationConfig
from play.own_garden import plant_own

pytest.importorskip("distributed")
from pawprint.playtests.balance.cluster import LOCAL, ClusterError, ClusterPool, _checked

pytestmark = pytest.mark.filterwarnings("default")  # those of Dask

FOLDER = Path(__file__).parents[2] / "catalog" / "food-chain"
TABLE = SimulationConfig(FOLDER.as_posix(), FoodChain, "", "", (), 2, ("random",), 0, count_events=True)


@pytest.fixture(scope="module")
def pool() -> Iterator[ClusterPool]:
    with ClusterPool(LOCAL, 2) as pool:
        yield pool


def test_cluster_plays_the_same_games_as_a_single_process(pool: ClusterPool) -> None:
    logged = TABLE._replace(keep_logs=True)
    (there,), (here,) = pool.play([(logged, 0, 30)]), WorkerPool(1).play([(logged, 0, 30)])
    assert there == here
    assert [*there.logs] == [*here.logs] == [*range(30)]
    pair = PairedConfig(TABLE, TABLE._replace(bots=("random", "greedy")))
    (sums,) = pool.run(play_pairs, [(PairedSums(), pair, 0, 8)], None)
    assert sums == play_pairs(pair, range(8))


def test_allowed_rules_are_sent_to_the_workers_with_their_games(pool: ClusterPool, tmp_path: Path) -> None:
    game = plant_own(tmp_path / "garden")  # allowed in this process alone
    table = SimulationConfig(game.folder.as_posix(), ENGINES[game.engine], "", "", (), 2, ("random",), 0)
    (there,) = pool.play([(table, 0, 8)])
    assert there == play_games(table, range(8))


def test_worker_killed_in_mid_run_changes_nothing(pool: ClusterPool) -> None:
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed and done < total:
            killed.append(min(pool.client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    (there,) = pool.play([(TABLE, 0, 120)], kill_one)
    assert killed, "the run was over too soon"
    assert there == play_games(TABLE, range(120))


def test_worker_with_other_cards_or_another_version_is_refused() -> None:
    with pytest.raises(ClusterError, match="other cards"):
        _checked(play_games, "0.1.0", {TABLE: ("another deck",)}, TABLE, range(1))
    with pytest.raises(ClusterError, match="has Pawprint"):
        _checked(play_games, "0.0.1", {}, TABLE, range(1))


def test_unreachable_scheduler_is_reported() -> None:
    with pytest.raises(ClusterError, match="no scheduler answers at 'nowhere'"):
        ClusterPool("nowhere", 1)
