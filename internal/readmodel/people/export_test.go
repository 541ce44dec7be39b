package people

// Hold blocks searches in memory, as a first read of all people does, until letGo is called.
func (x *Index) Hold() (letGo func()) {
	x.mutex.Lock()
	return x.mutex.Unlock
}
