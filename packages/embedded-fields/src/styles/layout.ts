import { fieldsOf, type FormPlan } from '../protocol/form-plan.ts'
import { lengthToPx, type StyleTokens } from './tokens.ts'

/**
 * The measures of the forms. `elements/card-form/card-form.css` draws by the same numbers; the merchant's page
 * reserves the height with them before the frame exists, so that nothing on the page moves.
 */
const LABEL_FONT_PX = 14
const INPUT_FONT_PX = 16
const LINE_HEIGHT = 1.5
const LABEL_GAP_PX = 6
/** Two paddings of 11 px and two borders. */
const INPUT_FRAME_PX = 24
/** One line of error text below its box, and the gap to the next field. A second line fits, except for 4 px. */
const ERROR_SLOT_PX = 32

/** The line that names a saved card, and the space below it. */
const SAVED_CARD_PX = 40

/** The checkbox to save the card has space for two lines, because its label wraps on phones in some languages. */
const SAVE_CARD_LINES = 2

/** The space around the form inside the frame, because a frame clips the outline of a focused field. */
export const FRAME_BLEED_PX = 4

/** The choice of installments, with two lines of terms; `installments/installments.css` draws it. */
export const INSTALLMENTS_PX = 119

/** One row of the list of methods. Only the gateway knows how many there will be. */
export const METHODS_HEIGHT_PX = 56

/** The header over the bank's page; `three-ds-frame/three-ds-frame.css` draws it. */
export const CHALLENGE_EDGES_PX = 65

/** Returns the height of a form with every error on one line, in whole pixels. */
export function formHeightPx(plan: FormPlan, tokens: StyleTokens): number {
  const label = lengthToPx(tokens['label-font-size'] ?? '') ?? LABEL_FONT_PX
  const input = lengthToPx(tokens['input-font-size'] ?? '') ?? INPUT_FONT_PX
  const row = label * LINE_HEIGHT + LABEL_GAP_PX + input * LINE_HEIGHT + INPUT_FRAME_PX + ERROR_SLOT_PX
  // In a row, the expiry date and the security code are next to each other.
  const isRow = plan.component === 'card' && plan.layout === 'row'
  const rows = fieldsOf(plan).length - (isRow ? 1 : 0)
  const head = plan.component === 'saved-card' ? SAVED_CARD_PX : 0
  const savesCard = plan.component === 'card' && plan.saveCard
  const foot = savesCard ? SAVE_CARD_LINES * label * LINE_HEIGHT : 0
  return Math.ceil(head + rows * row + foot + 2 * FRAME_BLEED_PX)
}
