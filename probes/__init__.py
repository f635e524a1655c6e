"""Linear probes over layers: arrays in, frozen reports out. Knows nothing of `explorer`.

tasks     labels, what must stay together, which control and null
splits    train, development and test parts that cannot leak
measure   every layer, labelling and split -> Outcome (ridge, logistic, nearest centroid, 1-NN, rank-limited)
codelength, scalar_mix, cumulative   how much must be seen; which layers a task asks for; what each layer adds
summary   Outcome and the rest -> ProbeReport, with intervals and paired tests
report    the report as JSON and as a data frame

    task = senses_within_words(senses, words, groups, forms)
    task, rows = learnable(task)
    outcome = measure(task, {"0": vectors[0][rows], ...}, baselines={"bag of context": bag[rows]})
    print(to_json(summarise(outcome)))
"""
