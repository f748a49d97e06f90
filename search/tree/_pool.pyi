import numpy as np

EDGE_BYTES: int
NODE_BYTES: int
EDGE_TYPE: np.dtype[np.void]
NODE_TYPE: np.dtype[np.void]
