package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// policy says who may make each call. A call that is not in it is refused.
var policy = map[string]rule{
	"POST /api/compte/connexion":                   {audience: public},
	"POST /api/token/refresh":                      {audience: public}, // the handler checks both tokens
	"POST /api/token/invalidate":                   {audience: public}, // same
	"GET /api/token/refresh":                       {audience: public}, // same
	"GET /api/token/invalidate":                    {audience: public}, // same
	"POST /api/mot-de-passe/demander-changement":   {audience: public},
	"POST /api/mot-de-passe/changer":               {audience: public},
	"POST /api/compte/adresse/confirmer":           {audience: public}, // the token identifies the account
	"POST /api/compte/inscription/confirmer":       {audience: public}, // the token in the link identifies the account
	"POST /api/compte/connexion/second-facteur":    {audience: public}, // the token of the step identifies the account
	"POST /api/compte/connexion/cle-acces":         {audience: public}, // the passkey identifies the account
	"POST /api/compte/connexion/cle-acces/options": {audience: public}, // says nothing of an account without the token of its step
	"POST /api/compte/second-facteur/cle-acces":    {audience: public}, // the token of the step identifies the account
	"POST /api/compte/second-facteur":              {audience: public}, // same
	"POST /api/compte/second-facteur/totp":         {audience: public}, // same

	"GET /api/compte/connexion/fournisseurs":      {audience: public},
	"POST /api/compte/connexion/fournisseur/{id}": {audience: public, outside: true},
	"POST /api/compte/connexion/retour":           {audience: public, outside: true}, // the provider says who the person is

	"GET /api/admin/compte/details":                                            {audience: staff, at: operatorInQuery},
	"GET /api/admin/compte/second-facteur":                                     {audience: staff, own: true},
	"GET /api/admin/compte/sessions":                                           {audience: staff, own: true},
	"DELETE /api/admin/compte/session/{id}":                                    {audience: staff, own: true},
	"POST /api/admin/compte/sessions/terminer-autres":                          {audience: staff, own: true},
	"PATCH /api/admin/compte/second-facteur/{id}":                              {audience: staff, own: true},
	"POST /api/admin/compte/second-facteur/{id}/retirer":                       {audience: staff, own: true},
	"POST /api/admin/compte/confirmation":                                      {audience: staff, own: true},
	"POST /api/admin/compte/confirmation/cle-acces":                            {audience: staff, own: true},
	"POST /api/admin/compte/codes-secours":                                     {audience: staff, own: true},
	"POST /api/admin/compte/mot-de-passe":                                      {audience: staff, own: true},
	"POST /api/admin/compte/adresse":                                           {audience: staff, own: true},
	"DELETE /api/admin/compte/adresse":                                         {audience: staff, own: true},
	"GET /api/admin/compte/fournisseurs":                                       {audience: staff, own: true},
	"DELETE /api/admin/compte/fournisseur/{id}":                                {audience: staff, own: true},
	"POST /api/admin/compte/fin-session":                                       {audience: staff, own: true},
	"GET /api/admin/connexion-unique/fournisseurs":                             {audience: admins},
	"POST /api/admin/connexion-unique/fournisseur":                             {audience: admins, stepUp: true},
	"PUT /api/admin/connexion-unique/fournisseur/{id}":                         {audience: admins, stepUp: true},
	"DELETE /api/admin/connexion-unique/fournisseur/{id}":                      {audience: admins, stepUp: true},
	"POST /api/admin/connexion-unique/fournisseur/{id}/essayer":                {audience: admins, outside: true},
	"GET /api/admin/flux":                                                      {audience: staff, slow: true, own: true}, // each change is sent only if its right is held then
	"GET /api/admin/exploitants":                                               {audience: staff},
	"POST /api/admin/exploitant":                                               {audience: admins},
	"GET /api/admin/exploitant/{id}":                                           {audience: holders, right: access.OperatorsRead, at: operatorInPath},
	"PUT /api/admin/exploitant/{id}":                                           {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"PUT /api/admin/exploitant/{id}/identite-fiscale":                          {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"PATCH /api/admin/exploitant/{id}/donnees-ouvertes":                        {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"PATCH /api/admin/exploitant/{id}/double-authentification":                 {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"DELETE /api/admin/exploitant/{id}/suppression":                            {audience: admins, at: operatorInPath},
	"GET /api/admin/referents/exploitant/{id}":                                 {audience: holders, right: access.OperatorsRead, at: operatorInPath},
	"POST /api/admin/referent/exploitant/{id}":                                 {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"PUT /api/admin/referent/{id}":                                             {audience: holders, right: access.OperatorsWrite, at: ownerOfContact},
	"DELETE /api/admin/referent/{id}":                                          {audience: holders, right: access.OperatorsWrite, at: ownerOfContact},
	"GET /api/admin/gestionnaires/exploitant/{id}":                             {audience: holders, right: access.ManagersRead, at: operatorInPath},
	"POST /api/admin/gestionnaire/exploitant/{id}":                             {audience: holders, right: access.ManagersWrite, at: operatorInPath},
	"PUT /api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}":         {audience: holders, right: access.ManagersWrite, at: operatorInPath},
	"DELETE /api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}":      {audience: holders, right: access.ManagersWrite, at: operatorInPath},
	"GET /api/admin/personnel/exploitant/{id}":                                 {audience: holders, byRole: teamRead, at: operatorInPath},
	"POST /api/admin/personnel/exploitant/{id}":                                {audience: holders, byRole: teamWrite, at: operatorInPath},
	"PUT /api/admin/personnel/utilisateur/{userId}/exploitant/{id}":            {audience: holders, byRole: teamWrite, at: operatorInPath},
	"DELETE /api/admin/personnel/utilisateur/{userId}/exploitant/{id}":         {audience: holders, byRole: teamWrite, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/attestation":                               {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition":                                 {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}":                          {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}/lignes":                   {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}.pdf":                      {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}.csv":                      {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}.xlsx":                     {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/{mois}/fec.txt":                  {audience: managers, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/reddition/{mois}/cloture":                 {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/reddition/comptes":                         {audience: managers, at: operatorInPath},
	"PUT /api/admin/exploitant/{id}/reddition/comptes":                         {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/rapprochement":                             {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/rapprochement/ecarts":                      {audience: managers, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/rapprochement/ecarts/{ecart}/explication": {audience: managers, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/compteurs":                                 {audience: holders, right: access.StationsRead, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/journee":                                   {audience: holders, right: access.EventsRead, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/a-traiter":                                 {audience: holders, right: access.EventsRead, at: operatorInPath},
	"GET /api/admin/recit/exploitant/{id}":                                     {audience: holders, right: access.EventsRead, at: operatorInPath},
	"GET /api/admin/recit/exploitant/{id}/usager/{idUtilisateur}":              {audience: holders, right: access.HotlineRead, at: operatorInPath},
	"GET /api/admin/recit/exploitant/{id}/casier/{idCasier}":                   {audience: holders, right: access.EventsRead, at: operatorInPath},
	"GET /api/admin/exploitant/{id}/cles":                                      {audience: admins, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/cle":                                      {audience: admins, at: operatorInPath, stepUp: true},
	"PUT /api/admin/cle/{id}":                                                  {audience: admins, stepUp: true},
	"POST /api/admin/cle/{id}/remplacer":                                       {audience: admins, stepUp: true},
	"DELETE /api/admin/cle/{id}":                                               {audience: admins},
	"GET /api/admin/exploitant/{id}/notifications":                             {audience: holders, right: access.OperatorsWrite, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/notification":                             {audience: holders, right: access.OperatorsWrite, at: operatorInPath, stepUp: true},
	"GET /api/admin/notification/{id}":                                         {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification},
	"PUT /api/admin/notification/{id}":                                         {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification, stepUp: true},
	"DELETE /api/admin/notification/{id}":                                      {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification},
	"POST /api/admin/notification/{id}/secret":                                 {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification, stepUp: true},
	"POST /api/admin/notification/{id}/essai":                                  {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification},
	"GET /api/admin/notification/{id}/livraisons":                              {audience: holders, right: access.OperatorsWrite, at: ownerOfNotification},
	"GET /api/admin/livraison/{id}":                                            {audience: holders, right: access.OperatorsWrite, at: ownerOfDelivery},
	"POST /api/admin/livraison/{id}/renvoyer":                                  {audience: holders, right: access.OperatorsWrite, at: ownerOfDelivery},
	"GET /api/admin/carte":                                                     {audience: staff},
	"GET /api/admin/adresses":                                                  {audience: staff},
	"GET /api/admin/journal":                                                   {audience: holders, right: access.EventsRead, at: operatorInQuery},
	"GET /api/admin/securite/evenements":                                       {audience: admins},
	"GET /api/admin/securite/journee":                                          {audience: admins},
	"POST /api/admin/securite/evenements/exportation/format/csv":               {audience: admins, slow: true},
	"POST /api/admin/securite/evenements/exportation/format/xlsx":              {audience: admins, slow: true},

	"GET /api/admin/station/exploitant/{id}":          {audience: holders, right: access.StationsRead, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/station/ajouter": {audience: holders, right: access.StationsWrite, at: operatorInPath},
	"GET /api/admin/station/{id}":                     {audience: holders, right: access.StationsRead, at: ownerOfStation},
	"PUT /api/admin/station/{id}/modifier":            {audience: holders, right: access.StationsWrite, at: ownerOfStation},
	"DELETE /api/admin/station/{id}/supprimer":        {audience: holders, right: access.StationsWrite, at: ownerOfStation},
	"GET /api/admin/station/{id}/casiers":             {audience: holders, right: access.LockersRead, at: ownerOfStation},
	"GET /api/admin/station/{id}/calendrier-tarifs":   {audience: holders, right: access.TariffsRead, at: ownerOfStation},
	"GET /api/admin/station/{id}/tarifs":              {audience: holders, right: access.TariffsRead, at: ownerOfStation},
	"POST /api/admin/station/{id}/creer-casier":       {audience: holders, right: access.LockersWrite, at: ownerOfStation},
	"POST /api/admin/station/{id}/importer-casiers":   {audience: holders, right: access.LockersWrite, at: ownerOfStation},

	"GET /api/admin/casier/{id}/tarif":                       {audience: holders, right: access.TariffsRead, at: ownerOfLocker},
	"PUT /api/admin/casier/{id}":                             {audience: holders, right: access.LockersWrite, at: ownerOfLocker},
	"DELETE /api/admin/casier/{id}":                          {audience: holders, right: access.LockersWrite, at: ownerOfLocker},
	"PATCH /api/admin/casier/{id}/switch-actif":              {audience: holders, right: access.LockersWrite, at: ownerOfLocker},
	"PATCH /api/admin/casier/{id}/generer_code":              {audience: holders, right: access.EventsWrite, at: ownerOfLocker},
	"PATCH /api/admin/casier/{id}/maintenance/generer_code":  {audience: holders, right: access.MaintenanceMode, at: ownerOfLocker},
	"GET /api/admin/casier/{id}/code":                        {audience: holders, right: access.EventsWrite, at: ownerOfLocker},
	"GET /api/admin/casier/{id}/maintenance/code":            {audience: holders, right: access.MaintenanceMode, at: ownerOfLocker},
	"PATCH /api/admin/casier/{id}/occupation/switch-gratuit": {audience: holders, right: access.EventsWrite, at: ownerOfLocker},
	"PATCH /api/admin/occupation/{id}/terminer":              {audience: holders, right: access.EventsWrite, at: ownerOfStay},

	"PATCH /api/admin/abonnement/{id}/resilier":  {audience: holders, right: access.EventsWrite, at: ownerOfSubscription}, // a refund: managers
	"PATCH /api/admin/abonnement/{id}/reprendre": {audience: holders, right: access.EventsWrite, at: ownerOfSubscription},

	"GET /api/admin/utilisateurs":                                   {audience: holders, right: access.HotlineRead, at: operatorInQuery},
	"GET /api/admin/utilisateur/{id}":                               {audience: holders, right: access.HotlineRead, at: operatorInQuery},
	"GET /api/admin/utilisateur/{id}/exploitants":                   {audience: staff}, // those where the caller may see the account
	"GET /api/admin/utilisateur/{id}/occupation/detail":             {audience: holders, right: access.HotlineRead, at: operatorInQuery},
	"GET /api/admin/utilisateur/{id}/abonnements":                   {audience: holders, right: access.HotlineRead, at: operatorInQuery},
	"GET /api/admin/utilisateur/{id}/export":                        {audience: admins},
	"PATCH /api/admin/utilisateur/{id}/switch-actif":                {audience: admins},
	"POST /api/admin/utilisateur/{id}/anonymiser":                   {audience: admins},
	"POST /api/admin/utilisateur/{id}/supprimer":                    {audience: holders, right: access.HotlineWrite, at: operatorInQuery},
	"POST /api/admin/utilisateur/{id}/role":                         {audience: admins},
	"POST /api/admin/utilisateur/{id}/second-facteur/reinitialiser": {audience: holders, right: access.HotlineWrite, at: operatorInQuery, stepUp: true}, // and who ranks above the account
	"GET /api/admin/utilisateur/{id}/fournisseurs":                  {audience: holders, right: access.HotlineRead, at: operatorInQuery},                // and who ranks above the account
	"DELETE /api/admin/utilisateur/{id}/fournisseur/{idIdentite}":   {audience: holders, right: access.HotlineWrite, at: operatorInQuery, stepUp: true}, // same
	"GET /api/admin/utilisateur/{id}/sessions":                      {audience: holders, right: access.HotlineWrite, at: operatorInQuery},               // same
	"DELETE /api/admin/utilisateur/{id}/session/{idSession}":        {audience: holders, right: access.HotlineWrite, at: operatorInQuery, stepUp: true}, // same
	"POST /api/admin/utilisateur/{id}/sessions/terminer":            {audience: holders, right: access.HotlineWrite, at: operatorInQuery, stepUp: true}, // same
	"DELETE /api/admin/utilisateur/{id}/role":                       {audience: admins, at: operatorInQuery},

	"GET /api/admin/tarif/tarif-pour-exploitant":                       {audience: holders, right: access.TariffsRead, at: operatorInQuery},
	"POST /api/admin/exploitant/{id}/tarif/creation-tarif":             {audience: holders, right: access.TariffsWrite, at: operatorInPath},
	"POST /api/admin/exploitant/{id}/tarif/simulation":                 {audience: holders, right: access.TariffsRead, at: operatorInPath},
	"GET /api/admin/tarif/{id}/infos-generales-tarif":                  {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"PUT /api/admin/tarif/{id}/modifier":                               {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"PUT /api/admin/tarif/{id}/modifier-informations-generales":        {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"POST /api/admin/tarif/{id}/comparaison":                           {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"POST /api/admin/tarif/{id}/rejeu":                                 {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"GET /api/admin/tarif/{id}/rejeux":                                 {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"GET /api/admin/rejeu/{id}":                                        {audience: holders, right: access.TariffsWrite, at: ownerOfReplay},
	"GET /api/admin/rejeu/{id}.csv":                                    {audience: holders, right: access.TariffsWrite, at: ownerOfReplay, slow: true},
	"GET /api/admin/rejeu/{id}.xlsx":                                   {audience: holders, right: access.TariffsWrite, at: ownerOfReplay, slow: true},
	"PATCH /api/admin/rejeu/{id}/arreter":                              {audience: holders, right: access.TariffsWrite, at: ownerOfReplay},
	"POST /api/admin/rejeu/{id}/remboursement":                         {audience: managers, at: ownerOfReplay},
	"GET /api/admin/lot/{id}":                                          {audience: managers, at: ownerOfBatch},
	"POST /api/admin/lot/{id}/pause":                                   {audience: managers, at: ownerOfBatch},
	"POST /api/admin/lot/{id}/reprise":                                 {audience: managers, at: ownerOfBatch},
	"GET /api/admin/lot/{id}/lignes":                                   {audience: managers, at: ownerOfBatch},
	"GET /api/admin/lot/{id}.csv":                                      {audience: managers, at: ownerOfBatch, slow: true},
	"GET /api/admin/lot/{id}.xlsx":                                     {audience: managers, at: ownerOfBatch, slow: true},
	"POST /api/admin/tarif/{id}/dupliquer":                             {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"DELETE /api/admin/tarif/{id}/supprimer":                           {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"GET /api/admin/tarif/{id}/simulation-prix":                        {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"GET /api/admin/tarif/{id}/periodes-pour-tarif":                    {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"POST /api/admin/tarif/{id}/ajouter-plage-horaire":                 {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"PUT /api/admin/tarif-periode/{id}/modifier":                       {audience: holders, right: access.TariffsWrite, at: ownerOfPeriod},
	"DELETE /api/admin/tarif-periode/{id}/supprimer":                   {audience: holders, right: access.TariffsWrite, at: ownerOfPeriod},
	"GET /api/admin/tarif/{id}/beneficiaires-pour-tarif":               {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"PUT /api/admin/tarif/{id}/modifier-liste-usagers":                 {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},
	"DELETE /api/admin/tarif/supprimer-usager/{id}":                    {audience: holders, right: access.TariffsWrite, at: ownerOfBeneficiary},
	"GET /api/admin/tarif/{id}/stations":                               {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"GET /api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif": {audience: holders, right: access.TariffsRead, at: ownerOfTariff},
	"PUT /api/admin/tarif/{id}/station/{stationId}/modifier-casiers":   {audience: holders, right: access.TariffsWrite, at: ownerOfTariff},

	"GET /api/admin/usages":                                              {audience: holders, right: access.EventsRead, at: operatorInQuery},
	"GET /api/admin/paiements":                                           {audience: admins, at: operatorInQuery},
	"GET /api/admin/paiements/exploitant/{id}":                           {audience: holders, right: access.EventsRead, at: operatorInPath},
	"GET /api/admin/paiements/status":                                    {audience: staff},
	"GET /api/admin/paiements/vues":                                      {audience: holders, right: access.EventsRead, at: operatorInQuery, own: true},
	"POST /api/admin/paiements/vues":                                     {audience: holders, right: access.EventsRead, at: operatorInQuery, own: true},
	"PUT /api/admin/paiements/vues/{id}":                                 {audience: holders, right: access.EventsRead, at: operatorInQuery, own: true},
	"DELETE /api/admin/paiements/vues/{id}":                              {audience: holders, right: access.EventsRead, at: operatorInQuery, own: true},
	"GET /api/admin/paiement/{id}":                                       {audience: holders, right: access.EventsRead, at: ownerOfPayment},
	"PATCH /api/admin/paiement/{id}/manual":                              {audience: holders, right: access.EventsWrite, at: ownerOfPayment},
	"PATCH /api/admin/paiement/{id}/annuler":                             {audience: holders, right: access.EventsWrite, at: ownerOfPayment},
	"PATCH /api/admin/paiement/{id}/generer-ordre":                       {audience: holders, right: access.EventsWrite, at: ownerOfPayment},
	"PATCH /api/admin/paiement/{id}/switch-gratuit":                      {audience: holders, right: access.EventsWrite, at: ownerOfPayment},
	"PATCH /api/admin/paiement/{id}/rembourser":                          {audience: managers, at: ownerOfPayment},
	"GET /api/admin/paiement/{id}/recu.pdf":                              {audience: holders, right: access.EventsRead, at: ownerOfPayment},
	"POST /api/admin/paiement/{id}/envoyer-recu":                         {audience: holders, right: access.EventsWrite, at: ownerOfPayment},
	"GET /api/admin/document/{id}.pdf":                                   {audience: holders, right: access.EventsRead, at: ownerOfDocument},
	"GET /api/admin/exploitant/{id}/documents.zip":                       {audience: managers, at: operatorInPath, slow: true},
	"POST /api/admin/paiements/exportation":                              {audience: admins},
	"POST /api/admin/paiements/exportation/exploitant/{id}":              {audience: holders, right: access.EventsRead, at: operatorInPath},
	"POST /api/admin/paiements/exportation/format/csv":                   {audience: admins, slow: true},
	"POST /api/admin/paiements/exportation/format/xlsx":                  {audience: admins, slow: true},
	"POST /api/admin/paiements/exportation/exploitant/{id}/format/csv":   {audience: holders, right: access.EventsRead, at: operatorInPath, slow: true},
	"POST /api/admin/paiements/exportation/exploitant/{id}/format/xlsx":  {audience: holders, right: access.EventsRead, at: operatorInPath, slow: true},
	"GET /api/paiements/exportation/format/csv/{token}":                  {audience: public, slow: true}, // the ticket identifies the account, whose right export checks again
	"GET /api/paiements/exportation/format/xlsx/{token}":                 {audience: public, slow: true}, // same
	"GET /api/paiements/exportation/exploitant/{id}/format/csv/{token}":  {audience: public, slow: true}, // same
	"GET /api/paiements/exportation/exploitant/{id}/format/xlsx/{token}": {audience: public, slow: true}, // same
	"POST /api/admin/usages/exportation":                                 {audience: admins},
	"POST /api/admin/usages/exportation/exploitant/{id}":                 {audience: holders, right: access.EventsRead, at: operatorInPath},
	"POST /api/admin/usages/exportation/format/csv":                      {audience: admins, slow: true},
	"POST /api/admin/usages/exportation/format/xlsx":                     {audience: admins, slow: true},
	"POST /api/admin/usages/exportation/exploitant/{id}/format/csv":      {audience: holders, right: access.EventsRead, at: operatorInPath, slow: true},
	"POST /api/admin/usages/exportation/exploitant/{id}/format/xlsx":     {audience: holders, right: access.EventsRead, at: operatorInPath, slow: true},
	"GET /api/usages/exportation/format/csv/{token}":                     {audience: public, slow: true}, // same
	"GET /api/usages/exportation/format/xlsx/{token}":                    {audience: public, slow: true}, // same
	"GET /api/usages/exportation/exploitant/{id}/format/csv/{token}":     {audience: public, slow: true}, // same
	"GET /api/usages/exportation/exploitant/{id}/format/xlsx/{token}":    {audience: public, slow: true}, // same
	"POST /api/paiements/stripe":                                         {audience: provider, maxBody: 64 << 10},

	"GET /api/admin/exploitant/{id}/a-traiter/collegues":                     {audience: holders, right: access.EventsRead, at: operatorInPath},
	"PATCH /api/admin/exploitant/{id}/a-traiter/{genre}/{objet}/responsable": {audience: holders, right: access.EventsWrite, byKind: worklist.OwnWork, at: operatorInPath},
	"PATCH /api/admin/exploitant/{id}/a-traiter/{genre}/{objet}/report":      {audience: holders, right: access.EventsWrite, byKind: worklist.OwnWork, at: operatorInPath},
	"POST /api/admin/paiements/exploitant/{id}/traitement-groupe":            {audience: holders, right: access.EventsWrite, at: operatorInPath},

	"GET /api/admin/taches-en-echec":                           {audience: admins},
	"PATCH /api/admin/taches-en-echec/{genre}/{id}/relancer":   {audience: admins},
	"PATCH /api/admin/taches-en-echec/{genre}/{id}/abandonner": {audience: admins},

	"GET /api/admin/iloo/analytics":      {audience: admins},
	"GET /api/admin/iloo/analytics/{id}": {audience: holders, right: access.EventsRead, at: operatorInPath},

	"GET /api/statistiques":               {audience: dashboards},
	"GET /api/statistiques/csv/{figure}":  {audience: dashboards},
	"GET /api/statistiques/xlsx/{figure}": {audience: dashboards},

	"GET /api/accessibilite": {audience: public},

	"GET /api/ouvert/sceaux/{exploitant}":         {audience: public}, // of an operator that publishes, or by a link with a token
	"HEAD /api/ouvert/sceaux/{exploitant}":        {audience: public}, // same
	"GET /api/ouvert/stations.geojson":            {audience: public}, // only operators that publish
	"GET /api/ouvert/stationnement-cyclable.csv":  {audience: public}, // same
	"HEAD /api/ouvert/stations.geojson":           {audience: public}, // same
	"HEAD /api/ouvert/stationnement-cyclable.csv": {audience: public}, // same

	"POST /api/terrain/utilisateurs":                   {audience: keys},
	"PUT /api/terrain/utilisateurs/{id}/carte":         {audience: keys, outside: true},
	"POST /api/terrain/abonnements":                    {audience: keys},
	"POST /api/terrain/abonnements/{id}/resiliation":   {audience: keys},
	"DELETE /api/terrain/abonnements/{id}/resiliation": {audience: keys},
	"POST /api/terrain/occupations":                    {audience: keys},
	"POST /api/terrain/occupations/{id}/fin":           {audience: keys},
	"POST /api/terrain/casiers/{id}/code":              {audience: keys},
	"POST /api/terrain/comptages":                      {audience: keys},
	"GET /api/terrain/stations":                        {audience: keys},
	"GET /api/terrain/paiements/{id}/recu.pdf":         {audience: keys},
}

// The rights over the members of a team, by the role in ?role=.
var (
	teamRead  = map[access.Role]access.Right{access.Hotline: access.HotlineRead, access.Technician: access.TechniciansRead}
	teamWrite = map[access.Role]access.Right{access.Hotline: access.HotlineWrite, access.Technician: access.TechniciansWrite}
)

type audience int

const (
	nobody     audience = iota // not declared: refused
	public                     // anyone
	staff                      // ROLE_ADMIN, or ROLE_BACK, of the operator concerned if one is named; a key with a right
	holders                    // staff or a key with the rule's right at the operator concerned
	managers                   // ROLE_ADMIN, Gestionnaire at the operator concerned, or a key with all rights of one there
	admins                     // ROLE_ADMIN
	keys                       // the field API: a key for it, which determines the operator
	dashboards                 // the built-in dashboard: its token determines the operator and the account
	provider                   // Stripe, which signs its notices; refused when Stripe is not configured
)

// rule is one line of the policy.
type rule struct {
	audience audience
	right    access.Right
	byRole   map[access.Role]access.Right   // the right by role, if it depends on ?role=
	byKind   map[worklist.Kind]access.Right // a right that does as well, by the {genre} of a line of the worklist
	at       place
	own      bool  // the call is about the account that makes it, which a key is not
	stepUp   bool  // who has a second factor has proved with it, lately and in this session, who they are; a key has none
	slow     bool  // the call has no deadline
	outside  bool  // the call waits for a system outside, and has longer
	maxBody  int64 // bytes; 0: defaultMaxBody
}

// place is where a call names the operator concerned.
type place int

const (
	platform            place = iota // none
	operatorInPath                   // {id}
	operatorInQuery                  // ?exploitant=; without it, holders must be administrators
	ownerOfStation                   // the operator of station {id}
	ownerOfLocker                    // the operator of locker {id}
	ownerOfStay                      // the operator of stay {id}
	ownerOfTariff                    // the operator of tariff {id}
	ownerOfPeriod                    // the operator of the tariff of period {id}
	ownerOfBeneficiary               // the operator of the tariff of beneficiary {id}
	ownerOfContact                   // the operator of contact {id}
	ownerOfPayment                   // the operator of payment {id}
	ownerOfSubscription              // the operator of subscription {id}
	ownerOfDocument                  // the operator of document {id}
	ownerOfReplay                    // the operator of replay {id}
	ownerOfBatch                     // the operator of batch of refunds {id}
	ownerOfNotification              // the operator of endpoint of webhooks {id}
	ownerOfDelivery                  // the operator of the endpoint of delivery {id}
)

// String describes the rule in the API's documentation.
func (r rule) String() string {
	switch r.audience {
	case public:
		return "aucun"
	case staff:
		if r.own {
			return "personnel d'un exploitant, ou administrateur, pour soi"
		}
		return "personnel d'un exploitant, ou administrateur"
	case holders:
		if r.byRole != nil {
			return string(r.byRole[access.Hotline]) + " ou " + string(r.byRole[access.Technician]) + ", selon le rôle"
		}
		if r.byKind != nil {
			return string(r.right) + ", ou " + string(r.byKind[worklist.KindSpace]) + " pour les espaces et les stations muettes"
		}
		return string(r.right)
	case managers:
		return "gestionnaire de l'exploitant, ou administrateur"
	case admins:
		return "administrateur"
	case keys:
		return "clé de l'exploitant, pour le terrain"
	case dashboards:
		return "jeton du tableau de bord"
	case provider:
		return "signature de Stripe"
	}
	return "refusé"
}

// refusals lists the statuses with which the policy itself may refuse a call.
func (r rule) refusals() []int {
	switch {
	case r.audience == public:
		return nil
	case r.audience == provider:
		return []int{http.StatusNotFound}
	case r.audience == keys:
		return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	case r.at == platform && r.audience != dashboards:
		return []int{http.StatusUnauthorized, http.StatusForbidden}
	}
	return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
}

// authorise passes an admitted call to its handler, with the caller in its context. It answers the others itself.
func (s *server) authorise(ctx huma.Context, next func(huma.Context)) {
	ctx, err := s.admit(ctx)
	end := func() {}
	if err == nil {
		end, err = s.beginAnswer(ctx)
	}
	if err != nil {
		body := s.explain(ctx.Context(), err)
		for name, values := range body.headers {
			ctx.SetHeader(name, values[0])
		}
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetStatus(body.Code)
		_ = s.api.Marshal(ctx.BodyWriter(), "application/json", body) // an error means that the client is gone
		return
	}
	defer end()
	next(ctx)
}

// admit checks the caller and returns the context with the caller in it.
func (s *server) admit(ctx huma.Context) (huma.Context, error) {
	operation := ctx.Operation()
	rule := policy[operation.Method+" "+operation.Path]
	bearer := bearerIn(ctx.Header("Authorization"))
	switch rule.audience {
	case public:
		return ctx, nil
	case provider:
		if s.Notices == nil {
			return ctx, fault.Missing()
		}
		return ctx, nil
	case nobody:
		return ctx, fault.Denied()
	case keys:
		key := keyOf(ctx.Context())
		if key.ID == 0 {
			if _, err := s.authenticateKey(ctx.Context(), bearer); err != nil { // what does not look like a key
				return ctx, err
			}
			return ctx, fault.Denied() // a good key that identify did not find and count
		}
		if !key.Field {
			return ctx, fault.Denied()
		}
		return ctx, nil
	case dashboards:
		operatorID, err := s.admitDashboard(ctx.Context(), bearer)
		return huma.WithValue(ctx, dashboardKey{}, operatorID), err
	}
	actor, err := s.callerWith(ctx.Context(), bearer)
	if err != nil {
		return ctx, err
	}
	ctx = huma.WithValue(ctx, actorKey{}, actor)
	if !actor.Staff() || rule.audience == admins && !actor.Admin || rule.own && actor.Key != nil {
		return ctx, fault.Denied()
	}
	operatorID, err := s.permit(ctx, rule, actor)
	if err == nil && rule.stepUp && actor.Key == nil {
		err = s.Accounts.RequireStepUp(ctx.Context(), actor)
	}
	return huma.WithValue(ctx, concernedKey{}, operatorID), err
}

// callerWith returns the caller: the key that identify found, or the account of a session.
func (s *server) callerWith(ctx context.Context, bearer string) (access.Actor, error) {
	if key := keyOf(ctx); key.ID != 0 {
		return key.Actor(), nil
	}
	return s.Accounts.Authenticate(ctx, bearer)
}

// permit checks scope, then right. If the caller names an operator that is not theirs, the answer is 403; for an
// object of an operator that is not theirs, it is 404. It returns the operator concerned, 0 if there is none.
func (s *server) permit(ctx huma.Context, rule rule, actor access.Actor) (operatorID int64, err error) {
	switch rule.at {
	case platform:
		return 0, nil
	case operatorInQuery:
		if ctx.Query("exploitant") == "" {
			if rule.audience == holders && !actor.Admin {
				return 0, fault.Denied()
			}
			return 0, nil
		}
		if operatorID, err = strconv.ParseInt(ctx.Query("exploitant"), 10, 64); err != nil {
			return 0, badQuery("exploitant")
		}
		err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
	case operatorInPath:
		if operatorID, err = idIn(ctx); err == nil {
			err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
		}
	default:
		var id int64
		if id, err = idIn(ctx); err == nil {
			operatorID, err = s.Owners.Of(ctx.Context(), actor, owned[rule.at], id)
		}
	}
	if err != nil {
		return 0, err
	}
	right := rule.right
	if rule.byRole != nil {
		var known bool
		if right, known = rule.byRole[access.Role(ctx.Query("role"))]; !known {
			return 0, badQuery("role")
		}
	}
	if also, given := rule.byKind[worklist.Kind(ctx.Param("genre"))]; given && actor.Can(also, operatorID) {
		return operatorID, nil
	}
	if rule.audience == holders && !actor.Can(right, operatorID) || rule.audience == managers && !actor.ManagerAt(operatorID) {
		return 0, fault.Denied()
	}
	return operatorID, nil
}

func badQuery(name string) error {
	return fault.At(name, "La valeur du paramètre « "+name+" » n'est pas correcte.")
}

// owned holds the kind of the object {id}, by the place where a call names it.
var owned = map[place]ownership.Kind{
	ownerOfStation:      ownership.Station,
	ownerOfLocker:       ownership.Locker,
	ownerOfStay:         ownership.Stay,
	ownerOfTariff:       ownership.Tariff,
	ownerOfPeriod:       ownership.Period,
	ownerOfBeneficiary:  ownership.Beneficiary,
	ownerOfContact:      ownership.Contact,
	ownerOfPayment:      ownership.Payment,
	ownerOfSubscription: ownership.Subscription,
	ownerOfDocument:     ownership.Document,
	ownerOfReplay:       ownership.Replay,
	ownerOfBatch:        ownership.Batch,
	ownerOfNotification: ownership.Webhook,
	ownerOfDelivery:     ownership.WebhookDelivery,
}

// idIn parses {id}; if it is not a number, nothing has that id and the error is fault.NotFound.
func idIn(ctx huma.Context) (int64, error) {
	id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
	if err != nil {
		return 0, fault.Missing()
	}
	return id, nil
}

type serviceKey struct{}

// keyOf returns the key that makes the call, or the zero Key.
func keyOf(ctx context.Context) servicekey.Key {
	key, _ := ctx.Value(serviceKey{}).(servicekey.Key)
	return key
}

type actorKey struct{}

// actorOf returns the caller that the policy admitted.
func actorOf(ctx context.Context) access.Actor {
	actor, _ := ctx.Value(actorKey{}).(access.Actor)
	return actor
}

// bearerIn returns the token of an Authorization header, or "".
func bearerIn(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
