package desk

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// auditLabels names the actions as the console does, whose tests compare them.
var auditLabels = func() (labels map[audit.Action]string) {
	if err := json.Unmarshal(auditLabelsFile, &labels); err != nil {
		panic(fmt.Errorf("read audit_labels.json: %w", err))
	}
	return labels
}()

//go:embed audit_labels.json
var auditLabelsFile []byte

var auditTable = api.Table{Name: "export_journal", Title: "Journal", Columns: []string{
	"Date", "Qui", "Exploitant", "Action", "Type d'objet", "Numéro", "Objet", "Station", "Détail",
}}

func auditCells(line audit.Line, people bool) []sheet.Cell {
	label, known := auditLabels[line.Action]
	if !known {
		label = string(line.Action)
	}
	who := line.ActorName
	if who == "" {
		who = "La plateforme"
	}
	object := line.ObjectName
	if object == "" {
		object = line.Names[line.Object].For(people)
	}
	return []sheet.Cell{
		sheet.Second(line.At), sheet.Text(who), sheet.Text(line.OperatorName), sheet.Text(label),
		sheet.Text(line.Object.Kind), sheet.ID(line.Object.ID), sheet.Text(object), sheet.Text(line.StationName),
		sheet.Text(factsText(line, people)),
	}
}

func (s area) registerAuditExport() {
	for _, format := range sheet.Formats() {
		operation := func(id, of, path string) huma.Operation {
			return huma.Operation{
				OperationID: api.OperationOf("download-"+id, format), Method: http.MethodPost,
				Path: "/api/admin/journal/exportation" + path + "/format/" + string(format), Tags: []string{"Journal"},
				Summary: "Télécharger le journal " + of + api.InWords(format), Responses: api.SheetAnswers(format),
			}
		}
		api.Register(s.Server, api.Rule{Audience: api.Admins, Slow: true},
			operation("journal", "de tous les exploitants", ""),
			func(ctx context.Context, in *struct{ Body api.Export[AuditFilters] }) (*huma.StreamResponse, error) {
				return s.exportAudit(ctx, in.Body.Filters, 0, format)
			})
		api.Register(s.Server, api.Rule{
			Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath, Slow: true,
		}, operation("operator-journal", "d'un exploitant", "/exploitant/{id}"),
			func(ctx context.Context, in *struct {
				api.IDInput
				Body api.Export[AuditFilters]
			},
			) (*huma.StreamResponse, error) {
				return s.exportAudit(ctx, in.Body.Filters, in.ID, format)
			})
	}
}

// exportAudit streams the lines that the filters select, of an operator or of all (0).
func (s area) exportAudit(
	ctx context.Context, filters AuditFilters, operatorID int64, format sheet.Format,
) (*huma.StreamResponse, error) {
	filter, err := filters.filter(operatorID)
	if err != nil {
		return nil, err
	}
	people := mayKnowPeople(ctx, operatorID)
	cells := func(line audit.Line) []sheet.Cell { return auditCells(line, people) }
	return s.StreamFile(ctx, auditTable, format, func(write func([][]sheet.Cell) error) error {
		return s.Audit.Export(ctx, filter, func(lines []audit.Line) error { return write(shape.Each(lines, cells)) })
	}), nil
}
