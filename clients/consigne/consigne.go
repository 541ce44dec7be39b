// Package consigne is a client of the API of Consigne, generated from its OpenAPI document by `make clients`.
package consigne
