"""Numbers of labels: they go on from file to file of a pipeline."""


class Labels:
    def __init__(self):
        self.used = {}

    def next(self, kind):
        self.used[kind] = self.used.get(kind, -1) + 1
        return self.used[kind]
