/** The state of conformity to the RGAA 4.1, as docs/accessibilite/grille.md gives it; conformity.test.ts compares. */
export const CONFORMITY = "partiellement conforme";
