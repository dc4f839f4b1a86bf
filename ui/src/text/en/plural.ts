import { count as written } from '../../lib/money';

const rules = new Intl.PluralRules('en');

/** 1 table, 2 tables, 1,000 tables */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${written(count)} ${rules.select(count) === 'one' ? one : more}`;
