package lists

func init() { exportBatch = 100 } // so that small exports have several batches
