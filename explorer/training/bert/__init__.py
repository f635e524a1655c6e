"""BERT, pretrained here: masked words and next sentences (Devlin et al. 2018)."""
