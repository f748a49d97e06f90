"""What a search is told (`search.config` explains each key), as the compiled code sees it."""
from libc.stdint cimport int64_t

cdef enum:
    # worlds: where an iteration's world comes from
    WORLDS_FRESH = 0        # a new determinization each iteration
    WORLDS_STRATIFIED = 1   # all consistent worlds in random permutations
    WORLDS_FIXED = 2        # one for each of many separate trees: PIMC
    WORLDS_TRUE = 3         # no determinization: cheating
    # opponents: how the other players choose inside and outside the tree
    OPPONENTS_TREE = 0
    OPPONENTS_UNIFORM = 1
    OPPONENTS_POLICY = 2
    # rollout
    ROLLOUT_UNIFORM = 0
    ROLLOUT_POLICY = 1
    ROLLOUT_MAST = 2
    # outcomes: how the tree branches on what follows an action
    OUTCOMES_SPLIT = 0
    OUTCOMES_OPEN = 1
    OUTCOMES_WIDEN = 2
    # select: the bandit at the nodes
    SELECT_UCB = 0
    SELECT_PUCT = 1
    # root
    ROOT_UCB = 0
    ROOT_EQUAL = 1
    ROOT_HALVING = 2
    ROOT_TOPTWO = 3
    # why a run ended
    STOP_ITERATIONS = 0
    STOP_SECONDS = 1
    STOP_MEMORY = 2
    STOP_INTERRUPT = 3
    STOP_PROVED = 4


cdef struct SettingsC:
    int worlds
    int opponents
    int rollout
    int outcomes
    int root
    bint flat               # no tree: flat Monte Carlo
    bint many_trees         # one tree a player: MO-ISMCTS
    bint use_priors
    bint redeterminize
    bint prove              # nothing hidden matters: proven values go up the tree
    int select
    double c
    double fpu              # below 0: untried actions go first
    double bias_weight
    double epsilon
    double temperature      # of policy rollouts; 1: the game's policy as it is
    int depth_limit         # decisions of a rollout before the evaluation; below 0: none
    int turn_limit          # turns of a rollout before the evaluation; below 0: none
    int rollout_cut         # the game's own limit of decisions; 0: none
    double widen_base
    double widen_power
    double win_weight
    double margin_scale     # 0: linear in own points
    double low              # bounds of the returns
    double high
    int64_t per_world       # iterations a fixed world gets
