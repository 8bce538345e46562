# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Trains a small network for two steps with PyTorch, on data that a worker process makes; knows nothing of the recorder.

Prints the number of parameters and ends with status 3.
"""

import sys

import torch
from torch.utils.data import DataLoader, TensorDataset

BATCHES = 2
BATCH = 4


def main():
    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.ReLU(), torch.nn.Linear(5, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = TensorDataset(torch.ones(BATCHES * BATCH, 3), torch.ones(BATCHES * BATCH, 1))
    for inputs, wanted in DataLoader(data, batch_size=BATCH, num_workers=1):
        with torch.profiler.record_function("train step"):
            loss = ((model(inputs) - wanted) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(sum(parameter.numel() for parameter in model.parameters()))
    return 3


if __name__ == "__main__":
    sys.exit(main())
