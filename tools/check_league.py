"""python check_league.py EXPORT.jsonl: reckon a league's table anew from its games, and say whether it holds.

One file, Python 3.11, nothing else; it is short enough to read first. It shares nothing with the program that wrote
the export and goes another way to the same ratings: by conjugate gradients, where that has a matrix for all terms.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys

POINT, MIDDLE, BID_UNIT, DAY = math.log(10) / 400, 1500.0, 20.0, 86400.0
NEAR = 0.02  # points: the export is told to a thousandth
SMALL = 200  # terms up to which the uncertainty is reckoned too


def read(path):
    """Head, games and table of an export."""
    head, games, rows = None, [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            if "game" in data:
                games.append(data["game"])
            elif "row" in data:
                rows.append(data["row"])
            else:
                head = data
    return head, games, rows


def sides(game):
    """The two sides in the order of the alphabet, each with its people and their parts of it."""
    names = sorted({seat["side"] for seat in game["seats"]})
    teams = []
    for name in names:
        team = {}
        for seat in game["seats"]:
            if seat["side"] == name:
                team[seat["person"]] = team.get(seat["person"], 0.0) + seat["share"]
        teams.append(team)
    both = set(teams[0]) & set(teams[1])
    teams = [{p: share for p, share in team.items() if p not in both} for team in teams]
    return names, [{p: share / sum(team.values()) for p, share in team.items()} for team in teams]


def ground(game):
    """Board, rules and options that are not as printed, the bid apart."""
    options = [f"{name}={value}" for name, value in sorted(game["options"].items()) if name != "bid"]
    return " ".join([game["board"], *sorted(game["rules"]), *options])


def rows_of(games, at, prior):
    """Each rated game as ({term: factor}, score, weight), in order of time."""
    found, played = [], {}
    for game in sorted(games, key=lambda game: (game["ended"], game["id"])):
        if game["unrated"] or game["ended"] > at:
            continue
        names, teams = sides(game)
        if not teams[0] or not teams[1]:
            continue
        for person, share in [*teams[0].items(), *teams[1].items()]:
            played.setdefault(person, []).append((len(found), game["ended"], share))
        terms = {("person", p): share for p, share in teams[0].items()}
        terms |= {("person", p): -share for p, share in teams[1].items()}
        bid = game["bid"] and game["bid"]["amount"] * (1 if game["bid"]["side"] == names[0] else -1)
        terms |= {("side",): 1.0, ("bid",): (bid or 0) / BID_UNIT, ("ground", ground(game)): 1.0}
        found.append((terms, 0.5 if not game["winner"] else float(game["winner"] == names[0])))
    blurred = faded(played, len(found), at, prior)
    return [(terms, score, 1 / (1 + blur)) for (terms, score), blur in zip(found, blurred)]


def faded(played, count, at, prior):
    """How much time has blurred each game: what is known of a skill that moves shrinks while time goes by."""
    blurred = [0.0] * count
    moves, least = (prior["drift"] * POINT) ** 2 / (365 * DAY), 1 / (prior["skill"] * POINT) ** 2
    for mine in played.values():
        known, kept = least, []
        for (_, when, share), later in zip(mine, [ended for _, ended, _ in mine[1:]] + [at]):
            known += 0.2 * share * share
            kept.append(1 / (1 + known * moves * (later - when)))
            known = max(known * kept[-1], least)
        left = 1.0
        for (row, _, share), part in zip(reversed(mine), reversed(kept)):
            left *= part
            blurred[row] += share * (1 / max(left, 1e-9) - 1)
    return blurred


def fit(rows, prior):
    """The likeliest terms, by Newton's steps; each is found by conjugate gradients, so no matrix is ever written down."""
    kinds = {"person": prior["skill"], "side": prior["side"], "bid": prior["bid"], "ground": prior["ground"]}
    order = list(dict.fromkeys(term for terms, _, _ in rows for term in terms))
    place = {term: i for i, term in enumerate(order)}
    strict = [1 / (kinds[term[0]] * POINT) ** 2 for term in order]
    games = [[(place[term], factor) for term, factor in terms.items() if factor] for terms, _, _ in rows]
    value = [0.0] * len(order)
    for _ in range(100):
        logit = [sum(factor * value[i] for i, factor in game) for game in games]
        chance = [1 / (1 + math.exp(-z)) for z in logit]
        slope = [-lam * v for lam, v in zip(strict, value)]
        for game, p, (_, score, weight) in zip(games, chance, rows):
            for i, factor in game:
                slope[i] += weight * factor * (score - p)
        bend = [weight * p * (1 - p) for p, (_, _, weight) in zip(chance, rows)]
        step = solved(games, bend, strict, slope)
        size = max(map(abs, step), default=0.0)
        value = [v + d * min(1.0, 2.0 / max(size, 1e-12)) for v, d in zip(value, step)]
        if size < 1e-9:
            break
    return dict(zip(order, value)), logit, dict(zip(order, strict))


def solved(games, bend, strict, slope):
    """x with (sum over games of bend f f' + strict) x = slope."""

    def times(x):
        found = [lam * v for lam, v in zip(strict, x)]
        for game, curve in zip(games, bend):
            z = curve * sum(factor * x[i] for i, factor in game)
            for i, factor in game:
                found[i] += factor * z
        return found

    diagonal = list(strict)
    for game, curve in zip(games, bend):
        for i, factor in game:
            diagonal[i] += curve * factor * factor
    x, rest = [0.0] * len(strict), list(slope)
    way = eased = [r / d for r, d in zip(rest, diagonal)]
    norm = first = sum(r * e for r, e in zip(rest, eased))
    for _ in range(1000):
        if norm <= 1e-22 * max(first, 1e-12):
            break
        bent = times(way)
        alpha = norm / sum(w * v for w, v in zip(way, bent))
        x = [v + alpha * w for v, w in zip(x, way)]
        rest = [r - alpha * v for r, v in zip(rest, bent)]
        eased = [r / d for r, d in zip(rest, diagonal)]
        before, norm = norm, sum(r * e for r, e in zip(rest, eased))
        way = [e + norm / before * w for e, w in zip(eased, way)]
    return x


def gives(rows, logit, strict):
    """How uncertain each term is: the roots of the diagonal of the inverse of the curvature."""
    order = list(strict)
    place = {term: i for i, term in enumerate(order)}
    n = len(order)
    a = [[0.0] * n + [float(i == j) for j in range(n)] for i in range(n)]
    for i, term in enumerate(order):
        a[i][i] = strict[term]
    for (terms, _, weight), z in zip(rows, logit):
        p = 1 / (1 + math.exp(-z))
        for one, f in terms.items():
            for other, g in terms.items():
                if f and g:
                    a[place[one]][place[other]] += weight * f * g * p * (1 - p)
    for i in range(n):
        pivot = a[i][i]
        a[i] = [x / pivot for x in a[i]]
        for j in range(n):
            if j != i and a[j][i]:
                factor = a[j][i]
                a[j] = [x - factor * y for x, y in zip(a[j], a[i])]
    return {term: 1.96 * math.sqrt(a[i][n + i]) / POINT for i, term in enumerate(order)}


def tallies(games):
    """Won, drawn, lost of everybody."""
    found = {}
    for game in games:
        if game["unrated"]:
            continue
        held = {}
        for seat in game["seats"]:
            held.setdefault(seat["person"], set()).add(seat["side"])
        for person, mine in held.items():
            if len(mine) == 1:
                line = found.setdefault(person, [0, 0, 0])
                line[1 if not game["winner"] else 0 if game["winner"] in mine else 2] += 1
    return found


def check(path):
    """What does not hold."""
    head, games, rows = read(path)
    prior = head["prior"]
    played = rows_of(games, head["at"], prior)
    value, logit, strict = fit(played, prior)
    give = gives(played, logit, strict) if len(strict) <= SMALL else {}
    counted, wrong = tallies(games), []
    if sorted(row["person"] for row in rows) != sorted(term[1] for term in value if term[0] == "person"):
        wrong.append("The table does not have just those who have played.")
    for row in rows:
        term = ("person", row["person"])
        points = MIDDLE + value.get(term, 0.0) / POINT
        if abs(points - row["points"]) > NEAR:
            wrong.append(f"{row['name']}: {row['points']} points, reckoned {points:.3f}")
        if term in give and abs(give[term] - row["give"]) > NEAR:
            wrong.append(f"{row['name']}: ± {row['give']}, reckoned {give[term]:.3f}")
        if counted.get(row["person"], [0, 0, 0]) != [row["won"], row["drawn"], row["lost"]]:
            wrong.append(f"{row['name']}: {row['won']}-{row['drawn']}-{row['lost']} is not what the games say")
    ranked = [row["points"] for row in rows if row["rank"] is not None]
    if ranked != sorted(ranked, reverse=True):
        wrong.append("The table is not in order.")
    return wrong, len(games), len(rows), bool(give)


def main():
    """Check the file that is named."""
    wrong, games, rows, whole = check(sys.argv[1])
    with open(sys.argv[1], "rb") as file:
        print("fingerprint", hashlib.sha256(file.read()).hexdigest()[:16])
    for line in wrong:
        print(line)
    unsaid = "" if whole else " (how uncertain they are was not reckoned: too many people for this script)"
    print(f"{'does not hold' if wrong else 'holds'}: {games} games, {rows} people{unsaid}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
