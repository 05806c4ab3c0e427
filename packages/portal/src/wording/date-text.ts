// A slow processor needs some 20 ms to make each `Intl.DateTimeFormat`, before the first payments are shown. The portal
// is in English only, so dates are written here, as British English has them.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** `28 Nov 2026`, in the time of the browser. */
export function dateText(at: Date): string {
  return `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`
}

/** `14:03`, in the time of the browser. */
export function timeText(at: Date): string {
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** `14:03:27`, in the time of the browser. */
export function secondText(at: Date): string {
  return `${timeText(at)}:${twoDigits(at.getSeconds())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
