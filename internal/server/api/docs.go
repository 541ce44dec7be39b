package api

import (
	"net/http"
	"strings"
)

// docsPage shows the OpenAPI document with Swagger UI, whose files are part of the console's build.
const docsPage = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Consigne : documentation de l'API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
</head>
<body>
<main id="documentation"></main>
<script nonce="CSP_NONCE" src="/api-docs/swagger-ui-bundle.js"></script>
<script nonce="CSP_NONCE">
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#documentation", deepLinking: true, docExpansion: "list", validatorUrl: null });
</script>
</body>
</html>
`

func (s *server) docs(w http.ResponseWriter, r *http.Request) {
	nonce := allowPage(w, r, cspAllowance{})
	_, _ = w.Write([]byte(strings.ReplaceAll(docsPage, nonceMark, nonce)))
}
