import { dialog, type PageRights } from './page-rights.ts'

const AT = '2026-11-30T00:00:00Z'
const ADA = {
  id: 'user-2',
  email: 'ada@shop.example',
  name: 'Ada',
  roles: ['support'],
  status: 'INVITED',
  waits_until: '2126-12-01T00:00:00Z',
  has_second_factor: false,
}
const SESSION = {
  id: 'one',
  kind: 'BROWSER',
  name: null,
  address: '192.0.2.7',
  user_agent: '',
  started_at: AT,
  last_used_at: AT,
  is_current: true,
}

/** The responses of the gateway to the pages of people. */
export const PEOPLE_ANSWERS = {
  'GET /users': { data: [ADA] },
  'GET /users/trail': { data: [], next_cursor: null },
  'GET /sessions': { data: [SESSION, { ...SESSION, id: 'two', name: 'laptop', is_current: false }] },
  'GET /devices/BCDF-GHJK': { user_code: 'BCDF-GHJK', name: 'laptop', address: '192.0.2.7' },
}

/** The pages of people, sessions and devices, and the design system. */
export const PEOPLE_PAGES: Readonly<Record<string, PageRights>> = {
  users: {
    addresses: ['/users'],
    takes: 'listUsers',
    shows: 'ada@shop.example',
    buttons: {
      'Change… Ada': dialog('changeUserRoles', {
        'Sessions…': 'listUserSessions',
        'Reset sign-in': 'resetUserSignIn',
        Remove: 'removeUser',
        'Save roles': 'changeUserRoles',
      }),
      'Confirm or cancel… Ada': {
        takes: 'cancelUserLink',
        opens: {
          'Cancel the link': 'cancelUserLink',
          'Decide later': null,
          Confirm: 'confirmUserLink',
        },
      },
      'Invite…': dialog('inviteUser', { 'Create invitation': 'inviteUser' }),
    },
  },
  trail: {
    addresses: ['/trail'],
    takes: 'searchUserTrail',
    shows: 'Users',
    buttons: {},
  },
  sessions: {
    addresses: ['/sessions'],
    takes: 'listSessions',
    shows: 'laptop',
    buttons: { 'End all others': 'endOtherSessions', 'End laptop': 'endSession' },
  },
  'a code': { addresses: ['/devices'], takes: 'findDevice', shows: 'Code', buttons: { Continue: null } },
  'a device': {
    addresses: ['/devices/BCDF-GHJK'],
    takes: 'findDevice',
    shows: 'laptop',
    buttons: { Approve: 'approveDevice', Deny: 'denyDevice' },
  },
}
