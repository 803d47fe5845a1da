"""Other words that players use for what the entries say: slang, short forms, nations and their people.

A word of a query stands for these too, a little less than for itself; a phrase of several words first of all. To teach
the look-up a word, add a line.
"""

from __future__ import annotations

from collections.abc import Iterator

# What stands for what; several words of a query may stand for one thing.
WORDS = {
    "aa": "antiaircraft artillery", "aagun": "antiaircraft artillery", "flak": "antiaircraft artillery aaa",
    "airbase": "air base", "airfield": "air base", "airport": "air base", "harbour": "naval base", "harbor": "naval base",
    "port": "naval base", "navalbase": "naval base", "factory": "complex", "factorie": "complex", "ic": "complex",
    "plant": "complex",
    "plane": "aircraft", "aircraft": "plane", "airplane": "plane", "tac": "tactical bomber", "strat": "strategic bomber",
    "sub": "submarine", "uboat": "submarine", "boat": "ship", "navy": "ship", "fleet": "ship", "warship": "ship",
    "bb": "battleship", "cv": "carrier", "dd": "destroyer", "mech": "mechanized infantry", "armor": "tank", "armour": "tank",
    "arty": "artillery", "inf": "infantry", "troop": "infantry unit", "soldier": "infantry", "transporter": "transport",
    "usa": "united states", "us": "united states", "america": "united states", "american": "united states",
    "uk": "united kingdom", "britain": "united kingdom", "british": "united kingdom", "england": "united kingdom",
    "russia": "soviet union", "russian": "soviet union", "ussr": "soviet union", "german": "germany", "japanese": "japan",
    "italian": "italy", "chinese": "china", "french": "france", "finnish": "finland", "swedish": "sweden",
    "turkish": "turkey",
    "spanish": "spain", "greek": "greece", "australian": "anzac", "australia": "anzac", "ruski": "soviet union",
    "fix": "repair", "mend": "repair", "heal": "repair", "withdraw": "retreat", "flee": "retreat", "escape": "retreat",
    "shell": "bombard bombardment", "shelling": "bombardment", "cash": "money", "ipc": "money", "funds": "money",
    "bonus": "objective", "refund": "unplaced", "friend": "ally", "friendly": "ally", "partner": "ally", "teammate": "ally",
    "die": "casualty loss", "kill": "hit", "dead": "loss", "produce": "place mobilize", "build": "place mobilize buy",
    "build up": "purchase", "earn": "income", "profit": "income", "salary": "income", "earning": "income",
    "dive": "submerge", "sneak": "surprise", "landing": "assault", "invasion": "assault", "invade": "attack assault",
    "amphib": "amphibious assault", "beach": "assault", "dropping": "paratrooper", "airdrop": "paratrooper",
    "tech": "research technology", "weapon": "research", "surrender": "concede", "quit": "concede", "resign": "concede",
    "sbr": "bombing raid", "firing": "fire", "shoot": "fire", "shot": "fire", "leftover": "unplaced", "turnorder": "order",
    "takeover": "taking over", "loot": "capital", "plunder": "capital", "free": "liberate liberation", "freed": "liberation",
    "annex": "taking over", "join": "taking over", "reroll": "dice", "mobilise": "mobilize", "deploy": "mobilize place",
    "strait": "canal", "channel": "canal", "convoy": "convoy", "taxi": "transport", "ferry": "transport",
    "london": "capital united kingdom", "calcutta": "capital united kingdom india", "tokyo": "capital japan",
    "moscow": "capital soviet union", "rome": "capital italy", "washington": "capital united states",
    "sydney": "capital anzac", "sweden": "neutral", "switzerland": "neutral", "spain": "neutral", "portugal": "neutral",
    "argentina": "neutral", "afghanistan": "neutral", "turkey": "neutral", "greece": "neutral", "iran": "persia neutral",
    "defenceless": "defenseless", "unprotected": "undefended", "unescorted": "undefended", "ashore": "assault",
    "cargo": "transport", "haul": "transport", "aboard": "transport", "drive": "move", "roll": "dice", "dollar": "money",
    "price": "cost", "worth": "value", "ride": "transport", "spend": "buy purchase", "sell": "buy", "recruit": "buy",
    "skip": "optional", "survive": "hit loss", "revenge": "fire", "stuka": "tactical bomber", "heavy": "strategic bomber",
    "warplane": "plane", "jet": "jet fighters", "cruise": "move", "steam": "move", "sail": "move ship", "range": "movement",
    "speed": "movement", "anzacs": "anzac", "brits": "united kingdom",
    "yanks": "united states", "soviets": "soviet union", "soviet": "soviet union", "russians": "soviet union",
    "leave": "retreat", "chute": "paratrooper", "jump": "paratrooper",
}  # fmt: skip
PHRASES = {
    "pull back": "retreat", "back off": "retreat", "break off": "retreat", "fall back": "retreat", "run away": "retreat",
    "shell the coast": "bombardment", "shoot at the coast": "bombardment", "fire at the beach": "bombardment",
    "black sea": "turkish straits", "kiel canal": "danish straits", "who starts": "order of play",
    "who goes first": "order of play",
    "sneak attack": "surprise strike", "first shot": "surprise strike", "bounce": "retreat",
    "give up": "concede", "money back": "unplaced refund", "turn order": "order of play", "how do i win": "victory",
    "to win": "victory", "you win": "victory", "do allies win": "victory allies", "do axis win": "victory axis",
    "put on a friend": "allied", "national objective": "objectives", "bonus income": "objectives",
    "bring my planes home": "landing planes", "get hit twice": "two hits", "two hits": "capital ships",
    "how much is": "cost", "how much for": "cost", "how much does": "cost", "what does it cost": "cost", "price of": "cost",
    "how far": "movement", "lend lease": "lend-lease", "pearl harbor": "declaring war", "same time": "simultaneous",
}  # fmt: skip
PHRASES |= {
    "moves after": "order of play",
    "plays after": "order of play",
    "goes after": "order of play",
    "whose turn": "order of play",
    "who is next": "order of play",
    "plays first": "order of play",
    "moves first": "order of play",
    "one round": "battle end retreat",
    "hits on a": "dice hits",
    "hit on": "dice hits",
    "fly over": "planes neutral",
    "drop off": "transport land",
    "from a boat": "transport",
    "by boat": "transport",
    "drop troops": "paratroopers",
    "blow up": "damage",
    "knock out": "damage",
    "at peace": "peace",
    "not at war": "peace",
    "next to each other": "neighbours spaces",
    "end of the game": "victory",
    "win the game": "victory",
}
# What players ask -> by the last part of an entry's id, on whichever board it stands.
QUESTIONS: dict[str, tuple[str, ...]] = {
    "aaa-fire": ("how many flak shots", "when does flak shoot", "antiaircraft guns against planes"),
    "aaa-movement": ("take guns along in an attack", "attack with guns"),
    "allied-aircraft": ("fighter on ally carrier", "land on ally carrier"),
    "allied-bases": ("use ally base",),
    "allied-cargo": ("ally transport carry infantry", "ride ally transport", "infantry on american transport"),
    "air-movement": ("how far plane fly", "bomber range", "fighter range"),
    "assault": ("order of landing and sea battle", "sea battle before landing"),
    "assault-retreat": ("amphibious retreat", "retreat from landing"),
    "assault-sea-lost": ("lose sea battle landing",),
    "attacking-strict-neutrals": ("invade neutral", "pass through neutral", "attack sweden", "attack turkey", "attack spain"),
    "air-base": ("base cost",), "naval-base": ("base cost",),
    "battle-end": ("battle one round only", "how many rounds battle", "how long battle"),
    "dice": ("what hits on a two", "what number hit", "when does unit hit"),
    "map": ("spaces next to each other", "what borders what"),
    "order-of-play": ("who moves after", "who plays next", "who is next"),
    "transport": ("how many tank transport", "what fits transport", "room transport"),
    "landing-proof": ("plane without landing place",), "no-joint-attack": ("allies attack together",),
    "joint-defense": ("ally defends with me",), "income-uk": ("britain two incomes",),
    "objectives-united-kingdom": ("british bonus",), "objectives-soviet-union": ("soviet bonus",),
    "objectives-anzac": ("anzac bonus",), "objectives-italy": ("italian bonus",), "objectives-japan": ("japanese bonus",),
    "aaa-alone": ("only guns defend", "guns without other units", "aa gun alone"),
    "infantry": ("which unit boosts infantry",),
    "artillery": ("boost infantry", "unit boosts infantry"), "scramble-effect": ("what scrambled plane does",),
    "axis-victory": ("how axis win",), "allied-victory": ("how ally win",),
    "battle-participants": ("who fights in a battle",),
    "bombardment": ("which ship bombard", "ship bombard after sea battle"),
    "bombardment-hits": ("bombarded unit fire back",),
    "buying-bases": ("where build air base", "where build naval base", "new base", "base cost money"),
    "buying-complexes": ("where build complex", "complex on island", "new complex", "upgrade complex"),
    "canals": ("who controls canal", "sail through canal"),
    "capital": ("capital captured money", "who gets treasury", "lose capital"),
    "capital-ships": ("damaged battleship", "damaged carrier", "how many hits"),
    "capture": ("captured complex", "take over complex"),
    "carriers": ("how many plane carrier", "damaged carrier plane"),
    "casualties": ("who picks casualty", "choose loss"),
    "china-area": ("china leave border", "chinese unit outside china"),
    "china-placement": ("where chinese infantry placed",),
    "china-purchases": ("what china buy",),
    "collect-income": ("when get money", "when collect ipc"),
    "combined-arms": ("artillery support infantry", "tactical bomber with tank", "support mechanized"),
    "conduct-combat": ("fight all battle", "which battle first", "choose battle order"),
    "convoy-disruption": ("submarine take money convoy", "convoy raid money", "how much convoy"),
    "declaring-raids": ("bomb a complex", "escort bomber", "bombing raid how"),
    "declaring-war": ("when declare war", "who may declare war"),
    "defending-carrier-planes": ("plane when carrier sinks", "plane of sunk carrier"),
    "destroyers-against-submarines": ("destroyer stop submarine",),
    "dutch": ("who may take dutch", "take java"),
    "empty-territory": ("plane take empty territory", "take empty territory"),
    "failed-attack-on-neutral": ("neutral attack fails",),
    "gibraltar": ("pass gibraltar", "who control gibraltar", "ship move gibraltar"),
    "intercept": ("fighter intercept bomber",),
    "kamikaze": ("how many kamikaze",), "kamikaze-strike": ("kamikaze target ship",),
    "landing": ("where land plane", "land in captured territory"),
    "liberation-capital-held": ("keep freed territory", "liberated while capital held"),
    "loading-after-declaration": ("load in hostile zone",),
    "mobilize": ("when place new unit", "new fighter new carrier", "where place ship"),
    "mobilize-limit": ("how many unit complex", "unit per complex"),
    "money": ("lend money ally", "give money ally"),
    "neutral-powers": ("what may power at peace do", "when may russia attack", "when may america attack"),
    "noncombat-move": ("what move in noncombat", "who may move noncombat"),
    "one-action": ("move twice", "fought unit move noncombat"),
    "phases": ("steps of a turn", "what order turn"),
    "planes-against-submarines": ("plane hit submarine",),
    "planes-and-neutrals": ("fly over neutral", "fly over spain", "fly over turkey"),
    "politics-soviet-union": ("when may russia attack germany", "when may russia declare war", "soviet union attack germany"),
    "politics-united-states": ("when may america join war", "when united states war"),
    "raid-antiaircraft": ("complex shoot bomber",), "raid-damage": ("how much damage bomber", "bombing damage"),
    "rockets": ("rocket attack",), "research": ("how get technology", "research die cost"),
    "repair": ("repair complex", "repair bombed complex", "cost of repair"),
    "restricted-hits": ("submarine hit plane", "who can be hit"),
    "retreat": ("when retreat", "where retreat", "stop attack"),
    "scramble": ("how many plane scramble", "who can scramble"), "scramble-return": ("where scrambled plane land",),
    "sea-zone-status": ("submarine block ship", "transport block ship"),
    "sharing-zones-at-peace": ("share zone at peace",),
    "ship-repair": ("repair battleship", "repair carrier"),
    "starting-in-hostile-zone": ("start turn with enemy ship", "leave hostile zone"),
    "starting-money": ("how much money at start",), "starting-facilities": ("bases at start",),
    "submarine-movement": ("submarine pass destroyer", "submarine past enemy"),
    "subs-and-transports-zone": ("ignore submarine", "ignore transport", "lone transport"),
    "taking-over-neutrals": ("walk into friendly neutral", "get finland army", "pro axis neutral infantry"),
    "transports": ("transport carry what", "unload two places", "load without moving"),
    "transports-without-defenders": ("sink lone transport", "transport defend"),
    "turkish-straits": ("enter black sea",), "uk-money": ("india money london", "pay with other treasury"),
    "unplaced-units": ("money back unit", "refund unit not placed", "save unit for next turn"),
    "unprovoked": ("unprovoked declaration",), "victory-cities": ("which victory city",),
    "war-economy": ("american complex upgrade free",),
}  # fmt: skip
# More of them, entry by entry: how somebody asks at the table who does not know what the rule is called.
_AT_THE_TABLE = """
tank: how far tank drive, tank movement, tank cost, tank attack defense
mechanized-infantry: mech inf cost, mech with tank, half-track movement
infantry: infantry cost, infantry attack defense, how far infantry walk
fighter: fighter cost, fighter attack defense, fighter movement
tactical-bomber: tactical bomber attack, tactical bomber cost, what tactical bomber good at
strategic-bomber: bomber cost, bomber attack defense, bomber movement
submarine: submarine cost, submarine attack defense, what submarine can do, what submarine cannot hit
destroyer: destroyer cost, what destroyer does, destroyer meets submarine
cruiser: cruiser cost, what cruiser does, cruiser shore bombardment
battleship: battleship cost, battleship attack defense
aircraft-carrier: carrier cost, how many planes on carrier, carrier deck
transport: transport cost, how many infantry on transport, tank and infantry on transport, transport shoots back
antiaircraft-artillery: antiaircraft shots, antiaircraft cost, antiaircraft roll
air-base: air base range, fly further from air base, air base scramble
naval-base: naval base range, ships go further, naval base repair
kamikaze: kamikaze tokens, kamikaze zones
blitz: stop in empty territory, drive through empty enemy territory, blitz through factory
land-movement: how far land units move, spaces a turn
sea-movement: how far ships move, sail past enemy ships, hostile zone stops ships
air-movement: how far planes move, plane nowhere to land
submarine-movement: sail past submarine, submarine moves under enemy
carriers: planes of a carrier in attack, carrier moves with planes
transports: unload one territory, load from two territories, bridge troops
transports-after-combat: transport unload after battle
transports-without-defenders: transport alone destroyed, transport without escort, transport left alone
declaring-assault: declare landing, how assault begins
starting-in-hostile-zone: enemy ship moved in, start with enemy beside
sea-zone-status: is zone hostile, submarine makes hostile, transport makes hostile
subs-and-transports-zone: destroyer fight submarine it meets, attack only transports
scramble: who may scramble, scramble from air base, scramble for an ally
scramble-effect: scrambled plane in landing battle
raid-antiaircraft: factory shoots at bomber, antiaircraft of factory
raid-damage: most damage of a complex, damage limit
raid-effect: damaged complex makes less, damaged base no use, factory damaged
repair: repair cost, repair factory damage
ship-repair: battleship repaired where
capital-ships: two hits carrier, two hits battleship
surprise-strike: submarine fires first, submarine strikes first
destroyers-against-submarines: destroyer cancels submarine, destroyer against submarine surprise
submarine-decision: submarine dives instead of fighting
planes-against-submarines: plane hits submarine without destroyer
bombardment: who bombards, bombard when battle at sea, cruiser and battleship bombard
bombardment-limit: how many ships bombard, shots of shore bombardment
bombardment-hits: unit hit by bombardment shoots
assault-retreat: landed troops retreat, landing retreat
retreat: who may retreat, defender retreat, retreat to where, attacker stops
air-retreat: planes retreat too, planes stay
battle-end: when is combat over
conduct-combat: which battles first, order of battles
casualties: who chooses hits, owner chooses losses
axis-victory: how many cities axis needs
allied-victory: what allies need
capital: capital falls, money of captured capital, income without capital
capital-liberated: own capital freed, capital free again
liberation: freed land of an ally, who gets freed territory
capture: take factory, use captured factory, captured factory units
mobilize-limit: how many at a factory, captured factory units this turn
mobilize: where new units go, where new ships go
unplaced-units: no room for new units, too many units bought
collect-income: when income comes, income phase
convoy-disruption: convoy costs money, what submarine takes, what ships take
objectives-germany: german bonus, german objectives worth
objectives-united-states: american bonus, american objectives
politics-germany: germany attacks soviet union, germany declares war on united states, germany first turn war
politics-japan: japan attacks soviet union, japan declares war, japan attacks united states
politics-united-states: when united states declares war, american war entry
uk-anzac-linked: britain declares war on japan, anzac declares war on japan
mongolia: japan attacks mongolia, mongolia joins
china-area: china leaves china, where china may go
china-placement: new chinese units, chinese infantry appears
objectives-china: burma road
paris: free french, french after paris
politics-france: france loses paris, france out of the game, what france does
sharing-spaces: allies in one space, allies beside each other
no-joint-attack: two powers one attack, allies attack with me
joint-defense: allies defend, each ally own guns
allied-aircraft: land on allied carrier, ally plane on carrier
landing: planes land after battle, land where
islands: build on islands
buying-complexes: build new factory, upgrade minor major, cost of upgrade
attacking-strict-neutrals: strict neutral attacked, invade strict neutral
taking-over-neutrals: neutral troops join, friendly neutral army, enter friendly neutral
attacking-leaning-neutrals: enemy leaning neutral attacked
suez: who passes suez, who holds suez
panama: who passes panama, who holds panama
danish-straits: who passes denmark, straits of denmark
turkish-straits: who passes turkey, bosporus, dardanelles
impassable: cross the desert, cross mountains, closed land
research: research cost, how research works, tries for technology
breakthrough: roll six, how many dice
heavy-bombers: two dice bomber
radar: better guns
paratroopers: infantry by air, jump from air base
rockets: rockets from base, rocket range
noncombat-sea: hostile zone after combat, ships in noncombat
noncombat-move: what may move after combat
concede: giving up, end the game early
order-of-play: order of powers
"""


def _read(lines: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in lines.strip().splitlines():
        slug, _, asked = line.partition(": ")
        yield slug, tuple(asked.split(", "))


QUESTIONS |= {slug: (*QUESTIONS.get(slug, ()), *asked) for slug, asked in _read(_AT_THE_TABLE)}
