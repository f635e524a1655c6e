"""ELMo (Peters et al. 2018): token files in, weights out."""
