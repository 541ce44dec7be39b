/** +33612345678 and 0612345678 → « 06 12 34 56 78 »; foreign numbers stay as they are. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/[\s.-]/g, "").replace(/^\+33/, "0");
  return /^0\d{9}$/.test(digits) ? digits.replace(/(\d\d)(?=\d)/g, "$1\u00A0") : phone;
}
