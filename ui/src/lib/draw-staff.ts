// Icons of staff's pages and of others that no terminal loads at first: 20 x 20, 1.6 stroke.
import { icon, outlined, type IconName } from './draw';

const ICON = {
  scan: 'M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M6 7.5v5M9 7.5v5M11.5 7.5v5M14 7.5v5',
  print: 'M6 7.5V3.5h8v4M6 13.5H3.5v-6h13v6H14M6 11.5h8v5H6z',
  cash: 'M2.5 5.5h15v9h-15zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5 8v.1M15 12v.1',
  ticket: 'M3 6h14v2.6a1.5 1.5 0 0 0 0 2.8V14H3v-2.6a1.5 1.5 0 0 0 0-2.8zM12 6v1.5M12 9.3v1.5M12 12.5V14',
  in: 'M10 3.5v8M6.5 8l3.5 3.5L13.5 8M4 13.5v3h12v-3',
  out: 'M10 11.5v-8M6.5 7 10 3.5 13.5 7M4 13.5v3h12v-3',
  plus: 'M10 4.5v11M4.5 10h11',
  pause: 'M7 5v10M13 5v10',
  down: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  node: 'M3.5 4.5h13v4.5h-13zM3.5 11h13v4.5h-13zM6.3 6.7v.1M6.3 13.2v.1',
  key: 'M7 10a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM9.2 10.8 16 4M13 7l2.5 2.5',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8zM8.5 17h3',
  shoe: 'M3 14.5 6 6h9.5l1.5 8.5zM6.5 9h9.5',
  eye: 'M2.5 10C4.5 6.5 7 5 10 5s5.5 1.5 7.5 5c-2 3.5-4.5 5-7.5 5s-5.5-1.5-7.5-5zM10 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  link: 'M8 12l4-4M7 9 5.5 10.5a2.8 2.8 0 0 0 4 4L11 13M13 11l1.5-1.5a2.8 2.8 0 0 0-4-4L9 7',
};
type Own = keyof typeof ICON;
export type StaffIconName = Own | IconName;
const isOwn = (name: StaffIconName): name is Own => name in ICON;
export const staffIcon = (name: StaffIconName): string => (isOwn(name) ? outlined(ICON[name]) : icon(name));
