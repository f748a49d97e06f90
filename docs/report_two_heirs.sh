#!/bin/sh
# Everything behind docs/report_two_heirs.md: plays the studies and writes the reports into a folder. Some 90 minutes on two cores.
# Stopped at any moment it goes on with the same command. PERCENT=10 plays a tenth; JOBS says how many to run side by side.
#   docs/report_two_heirs.sh build/report
set -eu
OUT=${1:-build/report}
PERCENT=${PERCENT:-100}
JOBS=${JOBS:--1}
SEED=1
PAIR="sets=travel,dominion,trade;war,crafts,guard" # two combinations that share no set: each word in one of them
mkdir -p "$OUT"

duels() { # folder, agent, games at 100 percent, then options
    folder=$1 agent=$2 games=$(($3 * PERCENT / 100)); shift 3
    kingmaker balance "$OUT/$folder" --run "$agent" --game two-heirs --games "$games" --seed $SEED --jobs "$JOBS" "$@" > "$OUT/$folder.txt"
}
plain() { # without these interventions
    folder=$1 agent=$2 games=$(($3 * PERCENT / 100)); shift 3
    kingmaker selfplay --game two-heirs --agents "$agent" --games "$games" \
        --seed $SEED --jobs "$JOBS" --out "$OUT/$folder" "$@" > "$OUT/$folder.txt"
}
alone() { # the same of solo play, at every level and with all sets
    folder=$1 agents=$2 games=$(($3 * PERCENT / 100)); shift 3
    kingmaker difficulty "$OUT/$folder" --run "$agents" --game two-heirs:mode=solo --games "$games" --seed $SEED --jobs "$JOBS" --each sets "$@" \
        > "$OUT/$folder.txt"
}

# two combinations with all interventions, all 20 as they are and with each set forbidden, four more strengths (2,000 is the preset
# `standard`), six drawn tables, each tile, cathedrals that cost nothing (quick rollouts: an effect of a point takes many deals);
# solo play
duels main ismcts:iterations=500 5600 --each "$PAIR"
duels strength-greedy greedy 31500 --each "$PAIR"
duels strength-25 ismcts:iterations=25 9800 --each "$PAIR"
duels strength-125 ismcts:iterations=125 5600 --each "$PAIR"
duels strength-2000 ismcts:iterations=2000 980 --each "$PAIR"
for k in 1 2 3 4 5 6; do
    duels "tables-$k" ismcts:iterations=125 2100 --each "$PAIR" --game "two-heirs:tiles=@$k,treasures=@$k"
done
plain skill "ismcts:iterations=500;ismcts:iterations=25" 1600 --each sets
plain combinations ismcts:iterations=500 3000 --each sets
plain sets ismcts:iterations=125 2800 --each sets $(for word in travel dominion trade war crafts guard; do
    printf -- '--arm ban_blue=%s --arm ban_white=%s ' $word $word
done)
awk -F, -v OFS=, '$3 == "cathedral" { $5 = $6 = $7 = 0 } 1' games/two_heirs/tiles.csv > "$OUT/free.csv"
duels free policy 129000 --game "two-heirs:tiles=$OUT/free.csv"
duels printed policy 129000
alone solo "random;greedy;ismcts:iterations=25;ismcts:iterations=125;ismcts:iterations=500;cheat:iterations=500" 5760
for k in 1 2 3 4; do
    alone "solo-tables-$k" "greedy;ismcts:iterations=125" 1440 --game "two-heirs:mode=solo,tiles=@$k,treasures=@$k"
done
duels tiles-quick policy 178000 --each "$PAIR" --pieces
duels tiles ismcts:iterations=125 3560 --each "$PAIR" --pieces

kingmaker report "$OUT"/main "$OUT/combinations" "$OUT/skill" "$OUT/strength-greedy" "$OUT/strength-25" "$OUT/strength-125" \
    "$OUT/strength-2000" "$OUT"/tables-?/ "$OUT"/solo "$OUT"/solo-tables-?/ --out "$OUT/report" \
    --title "The Two Heirs: balance and difficulty"
kingmaker report "$OUT/sets" --out "$OUT/report_sets" --title "The Two Heirs: what each set is worth in all combinations"
kingmaker report "$OUT/tiles-quick" "$OUT/tiles" --out "$OUT/report_tiles" --title "The Two Heirs: what each single tile is worth"
kingmaker report "$OUT/free" "$OUT/printed" --out "$OUT/report_free" --title "Cathedrals that cost nothing, against their cost"
