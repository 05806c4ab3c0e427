import { lengthToPx, type StyleTokens } from './tokens.ts'

/**
 * The measures of the card form. `elements/card-form/card-form.css` draws by the same numbers; the merchant's page
 * reserves the height with them before the frame exists, so that nothing on the page moves.
 */
const LABEL_FONT_PX = 14
const INPUT_FONT_PX = 16
const LINE_HEIGHT = 1.5
const LABEL_GAP_PX = 6
/** Two paddings of 11 px and two borders. */
const INPUT_FRAME_PX = 24
/** Room for one line of error text; most of the gap between rows as well. */
const ERROR_SLOT_PX = 24
const ROW_GAP_PX = 4
const ROWS = 2

/** Room around the form inside the frame, because a frame clips the outline of a focused field. */
export const FRAME_BLEED_PX = 4

/** The height of the card form with every error on one line, in whole pixels. */
export function cardFormHeightPx(tokens: StyleTokens): number {
  const label = lengthToPx(tokens['label-font-size'] ?? '') ?? LABEL_FONT_PX
  const input = lengthToPx(tokens['input-font-size'] ?? '') ?? INPUT_FONT_PX
  const row = label * LINE_HEIGHT + LABEL_GAP_PX + input * LINE_HEIGHT + INPUT_FRAME_PX + ERROR_SLOT_PX
  return Math.ceil(ROWS * row + (ROWS - 1) * ROW_GAP_PX + 2 * FRAME_BLEED_PX)
}
