/** What bicycles are attached to, by the name in the national schema of open data, with the words of the screen. */
export const FURNITURE = {
  ARCEAU: "Arceau",
  RATELIER: "Râtelier",
  "RACK DOUBLE ETAGE": "Rack à deux étages",
  CROCHET: "Crochet",
  "SUPPORT GUIDON": "Support de guidon",
  POTELET: "Potelet",
  "ARCEAU VELO GRANDE TAILLE": "Arceau pour vélos de grande taille",
  "AUCUN EQUIPEMENT": "Aucun équipement",
  AUTRE: "Autre",
} as const;
