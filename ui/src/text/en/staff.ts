// Words about the people of the house: coming in, locking, changing over.

export const staff = {
  signIn: 'Sign in',
  signInSays:
    'For the staff of the house, and for players with an account. Everything that is done is written under the name that did it.',
  name: 'Name',
  password: 'Password',
  own: 'New password',
  ownAgain: 'The same again',
  notTheSame: 'The two are not the same.',
  setPassword: 'Set password',
  changePassword: 'Change password',
  passwordNow: 'Password until now',
  passwordSays: 'At least 10 characters. Your other sessions end.',
  passwordChanged: 'Your password is changed',
  ownSays:
    'That was a one-time code. Set a password that only you know, of at least 10 characters; from now on it opens your account.',
  code: 'Code of your phone',
  enrolSays:
    'This house asks for a code of your phone. Add this secret to its app for codes, then give the first code. It is shown this once.',
  signOut: 'Sign out',
  onDuty: (name: string, role: string) => `${role} ${name}`,
  lock: 'Lock',
  school: 'School',
  change: 'Change over',
  changeTitle: 'Change over',
  changeSays: 'Who takes over signs in here. The table goes on as it is.',
  lockedTitle: 'Locked',
  lockedSays: (name: string) =>
    name ? `${name}, your password opens the page as you left it.` : 'Your password opens the page as it was left.',
  unlock: 'Unlock',
  otherPerson: 'Sign in as somebody else',
  notSignedIn: 'Nobody is signed in',
  notSignedInSays: 'This page is for the staff of the house.',
  notForYou: 'This page is not yours to open',
  notForYouSays: (role: string) => `You are signed in as ${role}. Nothing is wrong; your pages are elsewhere.`,
  toYourPage: 'To your page',
  roles: {
    player: 'Player',
    dealer: 'Dealer',
    'pit-supervisor': 'Pit supervisor',
    'pit-manager': 'Pit manager',
    'shift-manager': 'Shift manager',
    auditor: 'Auditor',
    cashier: 'Cashier',
  } as Record<string, string>,
};
