import { formatDate, formatTime } from "@/format";

const today = () => formatDate(new Date().toISOString());

/** « 23h02 », or « le 21/11/2026 à 23h02 » on another day: the words after « depuis ». */
export function momentOf(iso: string): string {
  const time = formatTime(iso);
  const day = formatDate(iso);
  return day === today() ? time : `le ${day} à\u00a0${time}`;
}

/** « Aujourd'hui », or the date. */
export function dayOf(iso: string): string {
  const day = formatDate(iso);
  return day === today() ? "Aujourd'hui" : day;
}
