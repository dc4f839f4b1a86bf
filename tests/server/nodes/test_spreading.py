"""Tables go by what each has to do, only where that is worth it, and come to rest."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as some

from croupier.server.journal.sharing import DUTIES
from croupier.server.nodes.spreading import Placed, spread

NODES = ("n1", "n2", "n3")


def house(**loads: tuple[int, ...]) -> dict[str, Placed]:
    """The loads of the tables that each node holds; a table is named by its node and place."""
    return {
        f"{node}.{number}": Placed(node, load)
        for node, some in loads.items()
        for number, load in enumerate(some, 1)
    }


def done(tables: dict[str, Placed], nodes: tuple[str, ...] = NODES) -> dict[str, Placed]:
    moved = spread(tables, nodes)
    return {name: one._replace(node=moved.get(name, one.node)) for name, one in tables.items()}


def weights(tables: dict[str, Placed], nodes: tuple[str, ...] = NODES) -> list[int]:
    return [sum(one.weight for one in tables.values() if one.node == node) for node in nodes]


def test_tables_at_which_nothing_happens_go_by_their_number() -> None:
    assert sorted(weights(done(house(n1=(0,) * 7)))) == [2, 2, 3]


def test_one_busy_table_weighs_as_much_as_many_quiet_ones() -> None:
    assert spread(house(n1=(60, 20, 20, 20), n2=(20,)), ("n1", "n2")) == {"n1.1": "n2"}
    assert spread(house(n1=(60,), n2=(20, 20, 20)), ("n1", "n2")) == {}


def test_a_move_that_would_not_halve_the_difference_is_not_made() -> None:
    assert spread(house(n1=(600, 20), n2=(20,)), ("n1", "n2")) == {}
    assert spread(house(n1=(30, 30), n2=(29,)), ("n1", "n2")) == {}


def test_a_quarter_more_is_not_too_much() -> None:
    tables = ("n1", (9,) * 8), ("n2", (9,) * 6)
    assert spread(house(**dict(tables)), ("n1", "n2")) == {}
    assert spread(house(n1=(9,) * 9, n2=(9,) * 5), ("n1", "n2")) != {}


def test_a_node_without_a_table_gets_one_however_little_there_is_to_do() -> None:
    tables = house(n1=(600, 0)) | {DUTIES: Placed("n2")}
    assert spread(tables, ("n1", "n2")) == {"n1.2": "n2"}
    assert spread(house(n1=(600,)), ("n1", "n2")) == {}


def test_what_a_person_has_put_somewhere_stays_and_the_rest_makes_up_for_it() -> None:
    tables = house(n1=(50, 50, 50), n2=(50,))
    pinned = {name: one._replace(stays=one.node == "n1") for name, one in tables.items()}
    assert spread(pinned, ("n1", "n2")) == {}
    one = tables | {"n1.3": tables["n1.3"]._replace(stays=True)}
    assert spread(one, ("n1", "n2")) == {"n1.1": "n2"}


def test_what_a_person_has_put_at_a_node_that_is_gone_goes_elsewhere() -> None:
    assert spread({"t1": Placed("n3", 5, stays=True)}, ("n1",)) == {"t1": "n1"}


def test_tables_of_a_node_that_is_gone_are_shared_by_what_they_have_to_do() -> None:
    tables = house(n1=(10,), n2=(10,), n3=(90, 40, 40))
    assert spread(tables, ("n1", "n2")) == {"n3.1": "n1", "n3.2": "n2", "n3.3": "n2"}


def test_without_a_node_nothing_is_anywhere() -> None:
    assert spread(house(n1=(1, 2)), ()) == {}


def test_loads_that_go_up_and_down_by_a_tenth_move_nothing() -> None:
    chance = Random(18)
    tables = done(house(n1=tuple(chance.randrange(20, 60) for _ in range(40))))
    for _ in range(200):
        now = {
            name: one._replace(load=round(one.load * chance.uniform(0.9, 1.1)))
            for name, one in tables.items()
        }
        assert spread(now, NODES) == {}


PLACED = some.builds(
    Placed,
    node=some.sampled_from(NODES),
    load=some.one_of(some.integers(0, 3), some.integers(0, 2000)),
    stays=some.sampled_from((False, False, False, True)),
)
TABLES = some.dictionaries(
    some.sampled_from([DUTIES, *(f"t{n}" for n in range(1, 21))]), PLACED, max_size=21
)


@given(TABLES)
def test_the_spread_never_gets_worse_and_all_settles(tables: dict[str, Placed]) -> None:
    after = done(tables)
    before_it, after_it = weights(tables), weights(after)
    assert max(after_it) <= max(before_it)
    assert min(after_it) >= min(before_it)
    assert sum(after_it) == sum(before_it)
    assert spread(after, NODES) == {}
    assert all(after[name] == one for name, one in tables.items() if one.stays)


@given(TABLES, some.permutations(NODES), some.randoms(use_true_random=False))
def test_every_node_finds_the_same(
    tables: dict[str, Placed], nodes: list[str], order: Random
) -> None:
    shuffled = list(tables.items())
    order.shuffle(shuffled)
    assert spread(dict(shuffled), nodes) == spread(tables, NODES)


@given(TABLES)
def test_no_node_is_left_without_a_table_where_another_can_spare_one(
    tables: dict[str, Placed],
) -> None:
    after = done(tables)
    held = {
        node: [n for n, one in after.items() if one.node == node and n != DUTIES] for node in NODES
    }
    spare = any(
        len(names) > 1 and any(not after[name].stays for name in names) for names in held.values()
    )
    assert all(held.values()) or not spare


@given(TABLES)
def test_what_nobody_holds_is_housed(tables: dict[str, Placed]) -> None:
    tables = {name: one._replace(node=None) for name, one in tables.items()}
    moved = spread(tables, NODES)
    assert moved.keys() == tables.keys()
