/** Whom and which door a call is about; one of them at least. */
export interface CallAbout {
  usager?: number;
  casier?: number;
}
