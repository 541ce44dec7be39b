/** The sentences about the people of one list. */
export interface PeopleWords {
  title: string;
  /** The description under the title. */
  hint: string;
  /** The word with its article, before a name: « le gestionnaire ». */
  article: string;
  add: string;
  newOne: string;
  none: string;
  /** What a deletion removes and what it keeps. */
  removal?: readonly string[];
  added: (name: string) => string;
  saved: (name: string) => string;
  removed: (name: string) => string;
}
