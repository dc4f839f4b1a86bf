// Whether the house holds a school for its dealers; asked once.

import { api } from './api';

class School {
  held = $state(false);
  private asked = false;

  look(): void {
    if (this.asked) return;
    this.asked = true;
    api('GET /api/school').then(
      (found) => (this.held = found.held),
      () => (this.asked = false),
    );
  }
}

export const school = new School();
