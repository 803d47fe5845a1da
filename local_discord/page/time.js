// Moments in words.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });
const short = new Intl.DateTimeFormat(undefined, { dateStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export const clockOf = (date) => clock.format(date);
export const dayOf = (date) => day.format(date);
export const fullOf = (date) => full.format(date);

/** "Today at 14:03", "Yesterday at 9:15" or a date, as beside a name. */
export function whenOf(date) {
  const days = Math.round((startOfDay(new Date()) - startOfDay(date)) / 86400000);
  if (days === 0) return `Today at ${clockOf(date)}`;
  if (days === 1) return `Yesterday at ${clockOf(date)}`;
  return `${short.format(date)} ${clockOf(date)}`;
}

/** "in 3 hours", "2 days ago". */
export function relativeOf(date) {
  const seconds = (date - new Date()) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS.at(-1);
  return relative.format(Math.round(seconds / size), unit);
}

/** A moment in one of the styles of Discord's timestamp markup. */
export function styled(date, style) {
  const styles = {
    t: () => clockOf(date),
    T: () => date.toLocaleTimeString(),
    d: () => short.format(date),
    D: () => dayOf(date),
    F: () => fullOf(date),
    R: () => relativeOf(date),
  };
  return (styles[style] ?? (() => `${dayOf(date)} ${clockOf(date)}`))();
}

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
