/** The search over everything, in a piece of the program that is loaded when it first opens. */
import './finder.ts'

export { listKnown } from './known-choices.ts'
