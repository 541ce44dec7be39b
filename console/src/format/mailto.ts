/** The address of a link that begins a mail to one person: nothing in an e-mail adds recipients, a subject or a text. */
export const mailto = (email: string) =>
  `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;
