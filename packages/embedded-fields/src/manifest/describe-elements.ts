import type { CssCustomProperty, Package } from 'custom-elements-manifest'
import { merchantProperty, propertyOf, STYLE_TOKENS } from '../styles/tokens.ts'
import { STYLE_DESCRIPTIONS } from './style-descriptions.ts'

/** The CSS syntax of a token's value, by the property that uses it. */
const SYNTAX = {
  color: '<color>',
  'font-size': '<length>',
  'border-radius': '<length> | <percentage>',
  'font-family': '*',
} as const

const DESCRIPTION = [
  'The element around the frame of a component, in the page that mounts it.',
  'A page does not write it: `component.mount(target)` puts it into the target, and `unmount()` takes it out.',
  'It has no attributes, events or slots; `create(type, config)` describes the methods and callbacks of a component.',
  'The custom properties are read from the element, so they may be set on it or anywhere above it.',
].join(' ')

/** Returns the custom elements of a merchant's page, for editors and frameworks: the Custom Elements Manifest. */
export function describeElements(): Package {
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'embedded-fields.js',
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'SluicePayment',
            tagName: 'sluice-payment',
            description: DESCRIPTION,
            superclass: { name: 'HTMLElement' },
            attributes: [],
            members: [],
            events: [],
            slots: [],
            cssProperties: STYLE_TOKENS.map(describeProperty),
          },
        ],
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'sluice-payment',
            declaration: { name: 'SluicePayment', module: 'embedded-fields.js' },
          },
        ],
      },
    ],
  }
}

function describeProperty(token: (typeof STYLE_TOKENS)[number]): CssCustomProperty {
  const { styles, byDefault } = STYLE_DESCRIPTIONS[token]
  return {
    name: merchantProperty(token),
    syntax: SYNTAX[propertyOf(token)],
    default: byDefault,
    description: styles,
  }
}
