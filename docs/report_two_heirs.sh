#!/bin/sh
# Everything behind docs/report_two_heirs.md: plays the studies and writes the reports into a folder. About 75 minutes on two cores.
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
    kingmaker balance "$OUT/$folder" --run "$agent" --games "$games" --seed $SEED --jobs "$JOBS" "$@" > "$OUT/$folder.txt"
}
alone() { # the same of solo play, at every level and with all sets
    folder=$1 agents=$2 games=$(($3 * PERCENT / 100)); shift 3
    kingmaker difficulty "$OUT/$folder" --run "$agents" --games "$games" --seed $SEED --jobs "$JOBS" --each sets "$@" \
        > "$OUT/$folder.txt"
}

# all 20 combinations, then four more strengths, six drawn tables, and cathedrals that cost nothing
duels main ismcts:iterations=100 43000 --each sets
duels strength-greedy greedy 31000 --each "$PAIR"
duels strength-25 ismcts:iterations=25 15000 --each "$PAIR"
duels strength-400 ismcts:iterations=400 4700 --each "$PAIR"
duels strength-1600 ismcts:iterations=1600 1900 --each "$PAIR"
for k in 1 2 3 4 5 6; do
    duels "tables-$k" ismcts:iterations=100 4700 --each "$PAIR" --game "two-heirs:tiles=@$k,treasures=@$k"
done
duels tiles ismcts:iterations=100 15000 --each "$PAIR" --pieces
awk -F, -v OFS=, '$3 == "cathedral" { $5 = $6 = $7 = 0 } 1' games/two_heirs/tiles.csv > "$OUT/free.csv"
duels free ismcts:iterations=400 2400 --game "two-heirs:tiles=$OUT/free.csv"
alone solo "random;greedy;ismcts:iterations=25;ismcts:iterations=100;ismcts:iterations=400;ismcts:iterations=1600;cheat:iterations=400" 25000
for k in 1 2 3 4; do
    alone "solo-tables-$k" "greedy;ismcts:iterations=100" 7200 --game "two-heirs:mode=solo,tiles=@$k,treasures=@$k"
done

kingmaker report "$OUT"/main "$OUT/strength-greedy" "$OUT/strength-25" "$OUT/strength-400" "$OUT/strength-1600" \
    "$OUT"/tables-?/ "$OUT"/solo "$OUT"/solo-tables-?/ --out "$OUT/report" \
    --title "The Two Heirs: balance and difficulty"
kingmaker report "$OUT/tiles" --out "$OUT/report_tiles" --title "The Two Heirs: what each single tile is worth"
kingmaker report "$OUT/strength-400" "$OUT/free" --out "$OUT/report_free" --title "Cathedrals that cost nothing, against their cost"
