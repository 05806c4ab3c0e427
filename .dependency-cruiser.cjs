/**
 * Allowed imports. docs/architecture.md draws them; tools/boundaries.test.ts proves that each rule can fail.
 */

const GATEWAY = '^packages/gateway/src/'
const CLI = '^packages/cli/src/'
const PLATFORM = '^packages/platform/src/'

/** Each slice may know those before it. */
const SLICES_IN_ORDER = [
  'references',
  'risk',
  'method-catalogue',
  'merchants',
  'customers',
  'payment-methods',
  'three-ds',
  'provider-health',
  'transactions',
  'sessions',
  'payment-links',
  'hosted-payment-page',
  'erasure',
]

/**
 * Independent of the order: no other slice imports it, and the composition root passes its dependencies as functions.
 */
const LEAF_SLICES = ['webhooks']

/** Packages of the gateway's other trades. */
const TRADES = '^packages/(identity|portal-api)/src/'

/** Rooms of transactions, floor by floor: a room may know those below it, and none beside it. */
const ROOMS_BY_FLOOR = [
  ['execution'],
  ['answer'],
  ['admission', 'reports'],
  ['card', 'redirect', 'follow-up'],
  ['query', 'requests'],
]
const TRANSACTIONS = `${GATEWAY}transactions/`

const SLICE = `${GATEWAY}(${[...SLICES_IN_ORDER, ...LEAF_SLICES].join('|')})/`
const ADAPTERS = `${GATEWAY}providers/`
const COMPOSITION_ROOT = `${GATEWAY}((simulators-)?app\\.ts$|composition/)`
/** The commands with which an operator checks and changes an installation: they open the database themselves. */
const OPERATOR_TOOLS = `${GATEWAY}(operator-tools|installation-checks)/`
const TEST_CODE = '(\\.test\\.ts$|^packages/[^/]+/test/|^proofs/)'

/** Files whose name has no layer suffix: `authorize.ts`, not `authorize.routes.ts`. */
const UNSUFFIXED_FILES = [SLICE, TRADES].flatMap((place) => [
  `${place}[^/.]+\\.ts$`,
  `${place}.+/[^/.]+\\.ts$`,
])

/** The modules of `@sluice/types` that import zod. */
const SCHEMAS = '^packages/types/src/(?!vocabulary/)'

const BROWSER_PACKAGES = '^packages/(embedded-fields|hpp-ui|portal)/src/'

/** The pure part of the package of connectors. */
const CONNECTORS_AND_KIT = '^packages/connectors/src/(?!runtime/)[^/]+/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: '1-no-cycles',
      comment:
        'Files that need each other are one file, or one of them holds something that belongs elsewhere.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: '2-kernel-knows-only-itself',
      comment: 'The kernel is what every slice may use: it does no I/O and knows none of their words.',
      severity: 'error',
      from: { path: `${PLATFORM}kernel/`, pathNot: TEST_CODE },
      to: { pathNot: [`${PLATFORM}kernel/`, '^packages/shared/src/'] },
    },
    {
      name: '3-unsuffixed-files-are-pure',
      comment:
        'Rules and states do no I/O and know no schema. Give the file its suffix, or pass what it needs as an argument.',
      severity: 'error',
      from: {
        path: UNSUFFIXED_FILES,
        pathNot: [`${SLICE}index\\.ts$`, `${TRADES}(failed-requests/)?index\\.ts$`],
      },
      // A type inferred from a schema is erased; only the schema itself would come along.
      to: {
        path: ['(^|/)node_modules/(@fastify|fastify|kysely|ky|pg|pino|better-sqlite3|zod)/', SCHEMAS],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: '3-unsuffixed-files-use-no-node-module',
      comment: 'Rules and states do no I/O: files, sockets and randomness come as arguments.',
      severity: 'error',
      from: { path: UNSUFFIXED_FILES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: '4-routes-know-no-store',
      comment: 'The HTTP edge speaks to the domain; app.ts gives it the store behind a port.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      // The operations of a store are its own type; a type is erased and does not import the store.
      to: { path: '\\.store\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: '5-slices-meet-at-the-index',
      comment: 'Import the other slice by its index.ts, and list there what others may use.',
      severity: 'error',
      from: { path: SLICE, pathNot: TEST_CODE },
      to: { path: SLICE, pathNot: [`${GATEWAY}$1/`, `${SLICE}index\\.ts$`] },
    },
    ...SLICES_IN_ORDER.map((slice, position) => ({
      name: `6-slice-order-${slice}`,
      comment: `${slice} may know only ${['kernel', ...SLICES_IN_ORDER.slice(0, position)].join(', ')}. Pass a function in from app.ts instead.`,
      severity: 'error',
      from: { path: `${GATEWAY}${slice}/`, pathNot: TEST_CODE },
      to: { path: `${GATEWAY}(${[...SLICES_IN_ORDER.slice(position + 1), ...LEAF_SLICES].join('|')})/` },
    })),
    ...ROOMS_BY_FLOOR.map((rooms, floor) => ({
      name: `6-rooms-${rooms.join('-')}`,
      comment: `${rooms.join(', ')} may know only ${['themselves', ...ROOMS_BY_FLOOR.slice(0, floor).flat()].join(', ')}. What two flows share stands in execution or admission.`,
      severity: 'error',
      from: { path: `${TRANSACTIONS}(${rooms.join('|')})/`, pathNot: TEST_CODE },
      to: {
        path: `${TRANSACTIONS}(${ROOMS_BY_FLOOR.slice(floor).flat().join('|')})/`,
        pathNot: `${TRANSACTIONS}$1/`,
      },
    })),
    {
      name: '6-leaf-slices-know-no-slice',
      comment: 'Webhooks talk through functions that app.ts passes in.',
      severity: 'error',
      from: { path: `${GATEWAY}(${LEAF_SLICES.join('|')})/`, pathNot: TEST_CODE },
      to: { path: SLICE, pathNot: `${GATEWAY}$1/` },
    },
    {
      name: '6-slices-know-no-trade',
      comment: 'Slices use identity and the endpoints of the portal through functions that app.ts passes in.',
      severity: 'error',
      from: { path: SLICE, pathNot: TEST_CODE },
      to: { path: TRADES },
    },
    {
      name: '7-only-app-plugs-in-adapters',
      comment: 'Providers sit behind a port; only the composition root knows which ones there are.',
      severity: 'error',
      from: { path: [GATEWAY, CLI], pathNot: [COMPOSITION_ROOT, ADAPTERS, TEST_CODE] },
      to: { path: ADAPTERS },
    },
    {
      name: '7-only-app-plugs-in-stores',
      comment:
        "A store implements a port of its slice; only the composition root (by the slice's index) and other stores name it.",
      severity: 'error',
      from: {
        path: [GATEWAY, CLI, TRADES],
        pathNot: [
          COMPOSITION_ROOT,
          OPERATOR_TOOLS,
          '\\.store\\.ts$',
          `${SLICE}index\\.ts$`,
          `${TRADES}(failed-requests/)?index\\.ts$`,
          `${ADAPTERS}index\\.ts$`,
          `${GATEWAY}(configuration-file|invariants)/index\\.ts$`,
          TEST_CODE,
        ],
      },
      to: { path: '\\.store\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: '7-adapters-know-ports-only',
      comment:
        'A provider knows the port it implements, the kernel and the platform, and no rule of a slice.',
      severity: 'error',
      from: { path: ADAPTERS, pathNot: TEST_CODE },
      to: {
        path: [SLICE, TRADES],
        pathNot: [
          `${SLICE}index\\.ts$`,
          `${GATEWAY}(transactions/execution/provider|three-ds/three-ds-server)\\.ts$`,
        ],
      },
    },
    {
      name: '7-only-processes-know-the-composition',
      comment:
        'The composition root imports every slice, so only the code that starts or embeds a gateway, or works on its database in its place, may import it. Take what you need as an argument.',
      severity: 'error',
      from: {
        path: [GATEWAY, CLI],
        pathNot: [
          COMPOSITION_ROOT,
          OPERATOR_TOOLS,
          `${GATEWAY}index\\.ts$`,
          `${CLI}(?:commands/|index\\.ts$|main\\.ts$)`,
          TEST_CODE,
        ],
      },
      to: { path: COMPOSITION_ROOT },
    },
    {
      name: '7-only-commands-know-operator-tools',
      comment: 'A running gateway does not open its own database once more: only commands use these tools.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [OPERATOR_TOOLS, `${CLI}commands/`, TEST_CODE] },
      to: { path: OPERATOR_TOOLS },
    },
    {
      name: '7-admin-client-speaks-http',
      comment:
        'Commands act on a running gateway through its HTTP API, as a merchant does: the admin client knows no rule, no store and no database.',
      severity: 'error',
      from: { path: `${CLI}admin-client/`, pathNot: TEST_CODE },
      to: {
        path: [GATEWAY, TRADES, `${PLATFORM}database/`],
        pathNot: `${GATEWAY}(config|demo-environment)\\.ts$`,
      },
    },
    {
      name: '7-nothing-imports-the-program',
      comment: 'The program uses the gateway and its parts. They take what they need from it as an argument.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [CLI, '^packages/server-sdk/src/testing/load-gateway\\.ts$', TEST_CODE],
      },
      to: { path: CLI },
    },
    {
      name: '8-browser-packages-stay-small-and-blind',
      comment:
        "Code for browsers never carries the gateway, the merchant's client, decryption or zod. Types alone are fine: they vanish.",
      severity: 'error',
      from: { path: BROWSER_PACKAGES, pathNot: TEST_CODE },
      to: {
        path: [
          '^packages/(cli|gateway|identity|platform|portal-api|server-sdk)/',
          '^packages/card-encryption/src/decrypt',
          SCHEMAS,
          '(^|/)node_modules/zod/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: '8-sdk-knows-contract-and-sealing-only',
      comment:
        "The merchant's client never carries the gateway, the browser code or decryption. Only the testing kit starts a gateway, by its public door.",
      severity: 'error',
      from: {
        path: '^packages/server-sdk/src/',
        pathNot: [TEST_CODE, '^packages/server-sdk/src/testing/load-gateway\\.ts$'],
      },
      to: {
        path: '^packages/(cli|gateway|identity|platform|portal-api|embedded-fields|hpp-ui|portal|card-encryption/src/decrypt)',
      },
    },
    {
      name: '8-testing-kit-uses-public-doors',
      comment: 'A merchant has no more of the gateway than its index; the testing kit must do with that.',
      severity: 'error',
      from: { path: '^packages/server-sdk/src/testing/', pathNot: TEST_CODE },
      to: {
        path: '^packages/(cli|gateway|identity|platform|portal-api|embedded-fields|hpp-ui|portal|card-encryption/src/decrypt)',
        pathNot: '^packages/cli/src/index\\.ts$',
      },
    },
    {
      name: '8-testing-kit-stays-out-of-the-client',
      comment: 'What a shop runs carries no test cards and no gateway.',
      severity: 'error',
      from: { path: '^packages/server-sdk/src/(?!testing/)', pathNot: TEST_CODE },
      to: { path: '^packages/server-sdk/src/testing/' },
    },
    {
      name: '8-contract-and-encryption-stand-alone',
      comment:
        'The contract and the card encryption are what all others build on: they import no sister package. What the contract says to shoppers stands in the catalogue of texts, which knows nothing.',
      severity: 'error',
      from: { path: '^packages/(types|card-encryption|texts)/src/', pathNot: TEST_CODE },
      to: {
        path: '^packages/',
        pathNot: ['^packages/$1/', '^packages/texts/src/catalogue/(languages|outcomes|method-names)\\.ts$'],
      },
    },
    {
      name: '8-provider-protocol-knows-vocabulary-only',
      comment:
        'Who connects an acquirer installs the protocol without the contract of merchants, and without a gateway.',
      severity: 'error',
      from: { path: '^packages/provider-protocol/src/', pathNot: TEST_CODE },
      to: { path: '^packages/', pathNot: '^packages/(provider-protocol/|types/src/vocabulary/)' },
    },
    {
      name: '8-connectors-know-protocol-only',
      comment:
        'A connector translates between the provider protocol and an interface of somebody else. It knows nothing of a gateway: the gateway gives it what it needs.',
      severity: 'error',
      from: { path: '^packages/connectors/src/', pathNot: TEST_CODE },
      to: {
        path: '^packages/',
        pathNot: '^packages/(connectors|shared|provider-protocol)/src/|^packages/types/src/vocabulary/',
      },
    },
    {
      name: '8-connectors-are-pure',
      comment:
        'The kit and the connectors send nothing and read no clock: requests and answers are data, and the runtime sends them. Of Node they use cryptography alone.',
      severity: 'error',
      from: { path: CONNECTORS_AND_KIT, pathNot: TEST_CODE },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: '8-connectors-know-no-runtime',
      comment: 'The runtime runs connectors; a connector that used it would send something itself.',
      severity: 'error',
      from: { path: CONNECTORS_AND_KIT, pathNot: TEST_CODE },
      to: { path: '^packages/connectors/src/runtime/' },
    },
    {
      name: '8-connectors-stand-alone',
      comment: 'A connector is one folder. What two connectors share belongs in the kit.',
      severity: 'error',
      from: { path: '^packages/connectors/src/(?!kit/|runtime/)([^/]+)/', pathNot: TEST_CODE },
      to: {
        path: '^packages/connectors/src/',
        pathNot: ['^packages/connectors/src/(kit|$1)/'],
      },
    },
    {
      name: '8-twins-are-never-shipped',
      comment: 'A twin stands in for a provider in tests and on a laptop: no published code imports it.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TEST_CODE },
      to: { path: '^packages/connectors/twins/' },
    },
    {
      name: '8-twins-know-no-connector',
      comment:
        'A twin is written from the provider’s contract: if it shared code with the connector, it would share its mistakes.',
      severity: 'error',
      from: { path: '^packages/connectors/twins/', pathNot: TEST_CODE },
      to: { path: '^packages/connectors/src/' },
    },
    {
      name: '8-simulators-stand-outside',
      comment:
        'What simulates the world outside knows the protocol that a gateway speaks to it, and nothing of a gateway: their tests would not notice a fault that both have.',
      severity: 'error',
      from: { path: '^packages/simulators/src/', pathNot: TEST_CODE },
      to: {
        path: '^packages/',
        pathNot: '^packages/(simulators|shared|provider-protocol|texts|types)/src/',
      },
    },
    {
      name: '8-simulators-are-loaded-where-there-are-any',
      comment:
        'Production loads no simulator: take the module from load-simulators.ts. Types alone are fine.',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/simulators/',
          `${GATEWAY}(composition/load-simulators|simulators-app)\\.ts$`,
          TEST_CODE,
        ],
      },
      to: { path: '^packages/simulators/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: '8-platform-is-of-no-trade',
      comment:
        'The platform serves HTTP, keeps rows and runs jobs for any trade: what depends on payments is handed in by the composition.',
      severity: 'error',
      from: { path: PLATFORM, pathNot: TEST_CODE },
      to: { path: '^packages/', pathNot: '^packages/(platform|shared|texts|types)/' },
    },
    {
      name: '8-trades-stand-on-the-platform',
      comment:
        'Identity and the endpoints of the portal know no payments and not each other: what they need is handed in by the composition.',
      severity: 'error',
      from: { path: TRADES, pathNot: TEST_CODE },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/(platform|shared|texts|types)/'] },
    },
    {
      name: '8-trades-are-met-at-the-index',
      comment:
        'Import identity and the endpoints of the portal by their index, and list there what others may use.',
      severity: 'error',
      from: { path: [GATEWAY, CLI], pathNot: TEST_CODE },
      to: { path: TRADES, pathNot: `${TRADES}(failed-requests/)?index\\.ts$` },
    },
    {
      name: '8-shared-is-below-both',
      comment: 'What gateway and simulators share is below both.',
      severity: 'error',
      from: { path: '^packages/shared/src/', pathNot: TEST_CODE },
      to: { path: '^packages/', pathNot: '^packages/shared/' },
    },
    {
      name: '9-merchant-page-never-sees-card-inputs',
      comment: "What runs on the merchant's origin must not be able to hold a card number.",
      severity: 'error',
      from: { path: '^packages/embedded-fields/src/merchant-page/', pathNot: TEST_CODE },
      to: { path: '^packages/embedded-fields/src/(secure-frame|elements)/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['^(packages|examples)/[^/]+/dist/', '^test-results/'] },
    // Imports of types count like imports of values.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // The sources of sister packages, as tests and editors see them.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@sluice/source', 'import', 'types', 'default'],
    },
  },
}
