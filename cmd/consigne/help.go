package main

import "reflect"

type settingHelp struct{ name, help, standard string }

// settingsHelp returns the help texts in the tags of settings, in their order.
func settingsHelp() []settingHelp {
	kind := reflect.TypeFor[settings]()
	list := make([]settingHelp, kind.NumField())
	for i := range list {
		tag := kind.Field(i).Tag
		list[i] = settingHelp{name: tag.Get("env"), help: tag.Get("help"), standard: tag.Get("envDefault")}
	}
	return list
}
