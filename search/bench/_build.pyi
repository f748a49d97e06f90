MODE: str
COMPILER: str
CPU: str
