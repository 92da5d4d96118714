import { colouringsOf } from '../colour/colourings.ts';
import type { Command, Momentary } from '../../commands/Command.ts';

/** One command for each thing that the shot can be coloured by. */
const colours: Momentary = {
  of: ({ frameSource }) =>
    colouringsOf(frameSource.store.getState().statics).map(({ name, label }): Command => ({
      id: `view.colour.${name}`,
      group: 'View',
      keywords: 'colour map',
      title: () => `Colour: ${label}`,
      checked: ({ view }) => view.getState().colouring === name,
      run: ({ view }) => view.setState({ colouring: name }),
    })),
};

export default colours;
