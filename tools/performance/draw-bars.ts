export interface Bar {
  readonly label: string
  readonly value: number
}

/** All in units of the picture, which pages scale to their width. */
const WIDTH = 640
const LABEL_WIDTH = 250
const FIGURE_WIDTH = 70
const ROW_HEIGHT = 28
const BAR_HEIGHT = 16
const TITLE_HEIGHT = 36
/** The width of a letter at the size below; names are shortened only as far as necessary. */
const LETTER_WIDTH = 7

const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#1c2430}.title{font-weight:600;font-size:14px}rect{fill:#8aa0b8}.ours{fill:#1f6f54}' +
  '@media(prefers-color-scheme:dark){text{fill:#e6eaf0}rect{fill:#5b6f86}.ours{fill:#4fc39a}}'

/**
 * Draws horizontal bars as an SVG, the longest as wide as there is room.
 *
 * @param title - names the measurement and its unit.
 */
export function drawBars(title: string, bars: readonly Bar[]): string {
  const longest = Math.max(...bars.map(({ value }) => value))
  const room = WIDTH - LABEL_WIDTH - FIGURE_WIDTH
  const rows = bars.map(({ label, value }, place) => {
    const top = TITLE_HEIGHT + place * ROW_HEIGHT
    const width = Math.max(1, Math.round((value / longest) * room))
    const baseline = top + BAR_HEIGHT - 3
    return [
      `<text x="${LABEL_WIDTH - 8}" y="${baseline}" text-anchor="end">${escape(shorten(label))}</text>`,
      `<rect${/^ours\b/.test(label) ? ' class="ours"' : ''} x="${LABEL_WIDTH}" y="${top}" width="${width}" height="${BAR_HEIGHT}" rx="2"/>`,
      `<text x="${LABEL_WIDTH + width + 6}" y="${baseline}">${value.toLocaleString('en-US')}</text>`,
    ].join('')
  })
  const height = TITLE_HEIGHT + bars.length * ROW_HEIGHT
  const description = bars.map(({ label, value }) => `${label}: ${value}`).join('; ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${escape(title)}</title><desc>${escape(description)}</desc><style>${STYLE}</style>`,
    `<text class="title" x="0" y="18">${escape(title)}</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}

function shorten(label: string): string {
  const max = Math.floor((LABEL_WIDTH - 12) / LETTER_WIDTH)
  return label.length <= max ? label : `${label.slice(0, max - 1).trimEnd()}…`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
